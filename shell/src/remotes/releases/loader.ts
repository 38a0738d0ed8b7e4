import { containerGlobal, fileUrl, packageOf, type Release, TAB_MODULE, unmetRequirements } from '@canje/registry'
import { type ExtensionModule, isExtensionModule, isTabModule, type TabModule } from '@canje/shared-auth'
import { faultOf, LostResponseError } from '@canje/shared-auth/fault'
import { getInstance, loadRemote, registerRemotes } from '@module-federation/runtime'
import pTimeout from 'p-timeout'
import { fetchFile } from '../../fetch-file'
import type { Outlet } from '../outlet'
import { assertFits, type PageSettings } from '../settings'
import { moduleId } from '../store'
import { startFederation } from './federation'
import { fetchInitialFiles, preloadOf } from './initial-files'
import { createIntegrityCheck, scriptOf } from './integrity'
import { asOtherShellError, OtherShellError } from './other-shell'
import { isNotLoaded, ThrownByTab } from './thrown-by-tab'

/** The federation runtime has no timeout for a module. */
const TIMEOUT_MS = 15_000

/** An exposed module of a remote. */
type Exposed = Pick<Outlet, 'remote' | 'module'>

export type Loader = ReturnType<typeof createLoader>

/** Starts the federation runtime of the page and creates the loader of remotes. */
export function createLoader(settings: Pick<PageSettings, 'of'>) {
  startFederation()
  const expectHash = createIntegrityCheck()
  /** Modules that are loaded or loading, by id. */
  const loads = new Map<string, Promise<TabModule | ExtensionModule>>()
  /** Why modules failed to load, by id: the HTTP cache may hold a corrupt file. */
  const suspects = new Map<string, unknown>()

  /**
   * Loads a module of a release once per build. A build stays in memory until the page ends (D46, slow releases); a failed load can be
   * retried at once. The settings of the remote are checked before its code runs (D44, settings).
   *
   * @throws Error when the build is incompatible with shell or settings, does not load in 15 s, or exposes no component. `faultOf`
   *   states why a file did not load, which another request may have to tell
   */
  function load(exposed: Exposed, release: Release): Promise<TabModule | ExtensionModule> {
    const id = moduleId(exposed, release)
    const known = loads.get(id)
    if (known) return known
    const module = loadModule(exposed, release).catch((error: unknown) => {
      const { version, entry } = release
      const earlier = suspects.get(id)
      // The bundler keeps the evaluation that threw, whatever fails after it.
      suspects.set(id, earlier instanceof ThrownByTab ? earlier : error)
      loads.delete(id)
      throw new Error(`${exposed.remote} ${version} (${entry}) cannot be used. ${error}`, { cause: error })
    })
    loads.set(id, module)
    return module
  }

  async function loadModule(exposed: Exposed, release: Release): Promise<TabModule | ExtensionModule> {
    assertCompatible(release)
    expectHash(release, exposed.module)
    const module = await pTimeout(fetchModule(exposed, release), {
      milliseconds: TIMEOUT_MS,
      fallback: () => {
        const reason = `It did not load in ${TIMEOUT_MS / 1000} s.`
        throw failPendingFiles(release) ? new LostResponseError(reason) : new Error(reason)
      },
    }).catch(async (error: unknown) => {
      if (!isNotLoaded(error)) throw error
      const refused = asOtherShellError(error)
      if (refused) throw refused
      // A failed script has no status; the fetch of its file has.
      await fetchInitialFiles(release, exposed.module, 'reload')
      throw error
    })
    return componentIn(module, exposed)
  }

  async function fetchModule(exposed: Exposed, release: Release): Promise<unknown> {
    const id = moduleId(exposed, release)
    const container = containerGlobal(exposed.remote, release)
    const suspect = suspects.get(id)
    // After a time limit or without a connection, the cache has no corrupt file to replace.
    if (suspect && faultOf(suspect).kind !== 'no-response') await fetchInitialFiles(release, exposed.module, 'reload')
    else preloadChunks(release, exposed.module)
    const isInUse = [...loads.keys()].some((other) => other !== id && other.startsWith(`${container}/`))
    // A bundler evaluates a module once, even one that throws.
    const force = suspect instanceof ThrownByTab && !isInUse
    // Each build is a separate remote for the runtime, so a new version never runs code of an old one.
    registerRemotes([{ name: container, entry: release.entry, entryGlobalName: container, type: 'window' }], { force })
    const given = await settings.of(exposed.remote)
    if (release.settings) assertFits(given, await loadRemote(`${container}/settings`))
    return loadRemote(id).catch((error: unknown) => {
      throw isNotLoaded(error) ? error : new ThrownByTab(error)
    })
  }

  return { load }
}

/** @throws OtherShellError naming every shared package of this shell whose version does not satisfy the release */
function assertCompatible(release: Release): void {
  // `react-dom/client` and `react-dom` are one package.
  const shared = Object.entries(getInstance()?.options.shared ?? {})
  const provided = shared.flatMap(([request, [own]]) => (own ? [[packageOf(request), own.version]] : []))
  const unmet = unmetRequirements(release.requires, Object.fromEntries(provided))
  if (unmet.length > 0) throw new OtherShellError(`It was built for another shell: ${unmet.join('; ')}.`)
}

/** @throws Error when the module has no component as its default export */
function componentIn(module: unknown, exposed: Exposed): TabModule | ExtensionModule {
  if (isTabModule(module) || isExtensionModule(module)) return module
  const what = exposed.module === TAB_MODULE ? 'a tab' : 'a component for its slot'
  throw new Error(`It does not expose ${what}: ${exposed.module} must have a React component as its default export.`)
}

/**
 * Loads the chunks of a module in parallel with the entry of its release. A chunk only registers its modules; the entry uses or awaits
 * them, and requests a failed chunk again. Style sheets and chunks without a hash are only fetched into the HTTP cache:
 * the entry verifies them.
 */
export function preloadChunks(release: Release, module: string): void {
  for (const path of preloadOf(release, module)) {
    const url = fileUrl(release, path)
    const hash = release.integrity[path]
    if (hash && path.endsWith('.js')) runChunk(url, hash)
    // Chromium reuses the failure of a `<link rel="preload">` for the next element that requests the file.
    else fetchFile(url).catch(() => undefined)
  }
}

function runChunk(url: string, hash: string): void {
  const script = scriptOf(url, hash)
  // An entry that finds the element after its event would wait until its timeout.
  for (const end of ['load', 'error']) script.addEventListener(end, () => script.remove())
  document.head.append(script)
}

/**
 * Fails the files of a release that are still loading, as a browser does. The bundler then requests them again.
 *
 * @returns whether there are any
 */
function failPendingFiles({ entry }: Release): boolean {
  const folder = JSON.stringify(new URL('.', entry).href)
  const elements = [...document.querySelectorAll(`script[src^=${folder}], link[rel=stylesheet][href^=${folder}]`)]
  const pending = elements.filter((element) => !(element instanceof HTMLLinkElement && element.sheet))
  for (const element of pending) element.dispatchEvent(new Event('error'))
  return pending.length > 0
}
