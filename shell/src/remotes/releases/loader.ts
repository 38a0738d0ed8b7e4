import {
  containerGlobal,
  fileUrl,
  packageOf,
  type RegisteredRemote,
  type Release,
  TAB_MODULE,
  unmetRequirements,
} from '@canje/registry'
import { type ExtensionModule, isExtensionModule, isTabModule, type TabModule } from '@canje/shared-auth'
import { getInstance, loadRemote, registerRemotes } from '@module-federation/runtime'
import pTimeout from 'p-timeout'
import { fetchIntoCache } from '../../http-cache'
import { moduleId, type Outlet } from '../store'
import { startFederation } from './federation'
import { preloadOf, refetchIntoCache } from './initial-files'
import { createIntegrityCheck, scriptOf } from './integrity'
import { asNeedsOtherShell, NeedsOtherShell } from './needs-other-shell'
import { asThrownByTab } from './thrown-by-tab'
import { unloadRelease } from './unload'

/** The federation runtime has no timeout for a module. */
const TIMEOUT_MS = 15_000

/** An exposed module of a remote. */
type Exposed = Pick<Outlet, 'remote' | 'module'>

export interface Loader {
  /**
   * Loads a module of a release once per build. A failed load is cleaned up and can be retried at once.
   *
   * @throws Error when the build is incompatible with the shell, does not load in 15 s, or exposes no component
   */
  load(exposed: Exposed, release: Release): Promise<TabModule | ExtensionModule>
  /** Removes a module that failed; with the last one, its build is removed from the page. */
  unloadModule(exposed: Exposed, release: Release): void
  /** Removes a build from the page. */
  unload(remote: string, release: Release): void
  /** Removes the builds of a remote that are neither live nor in use. */
  unloadReplaced(remote: RegisteredRemote, inUse: readonly Release[]): void
}

interface Load {
  exposed: Exposed
  release: Release
  module: Promise<TabModule | ExtensionModule>
  /** Another build replaced it, and it has not been requested since. */
  isReplaced: boolean
}

/**
 * Starts the federation runtime of the page and creates the loader of remotes.
 *
 * @param isSigned whether releases without hashes are rejected
 */
export function createLoader(isSigned: boolean): Loader {
  startFederation()
  const integrity = createIntegrityCheck(isSigned)
  /** Modules that are loaded or loading, by id. */
  const loads = new Map<string, Load>()
  /** Modules that failed to load: the HTTP cache may hold a corrupt file. */
  const suspects = new Set<string>()

  function load(exposed: Exposed, release: Release): Promise<TabModule | ExtensionModule> {
    const id = moduleId(exposed, release)
    const known = loads.get(id)
    if (known) {
      known.isReplaced = false
      return known.module
    }
    const module = loadModule(exposed, release).catch((error: unknown) => {
      suspects.add(id)
      unloadModule(exposed, release)
      const { version, entry } = release
      throw new Error(`${exposed.remote} ${version} (${entry}) cannot be used. ${error}`, { cause: error })
    })
    loads.set(id, { exposed, release, module, isReplaced: false })
    return module
  }

  function loadsOf(remote: string, { build }: Release): Load[] {
    return [...loads.values()].filter(({ exposed, release }) => exposed.remote === remote && release.build === build)
  }

  function unloadModule(exposed: Exposed, release: Release): void {
    loads.delete(moduleId(exposed, release))
    // Another module of this build may run.
    if (loadsOf(exposed.remote, release).length === 0) unloadRelease(exposed.remote, release)
  }

  function unload(remote: string, release: Release): void {
    for (const { exposed } of loadsOf(remote, release)) loads.delete(moduleId(exposed, release))
    unloadRelease(remote, release)
  }

  function unloadReplaced({ name, live }: RegisteredRemote, inUse: readonly Release[]): void {
    const kept = new Set([live, ...inUse].map(({ build }) => build))
    for (const load of loads.values()) {
      if (load.exposed.remote === name && !kept.has(load.release.build)) unloadOnceLoaded(load)
    }
  }

  /** Waits for the load: removal during it would make it fail, and files that arrive later would stay in the page. */
  async function unloadOnceLoaded(load: Load): Promise<void> {
    const { exposed, release, module } = load
    load.isReplaced = true
    await module.catch(() => undefined)
    if (load.isReplaced && loads.get(moduleId(exposed, release)) === load) unloadModule(exposed, release)
  }

  async function loadModule(exposed: Exposed, release: Release): Promise<TabModule | ExtensionModule> {
    assertCompatible(release)
    integrity.expect(release, exposed.module)
    const module = await pTimeout(fetchModule(exposed, release), {
      milliseconds: TIMEOUT_MS,
      message: `It did not load in ${TIMEOUT_MS / 1000} s.`,
    })
    return componentIn(module, exposed)
  }

  async function fetchModule(exposed: Exposed, release: Release): Promise<unknown> {
    const id = moduleId(exposed, release)
    const container = containerGlobal(exposed.remote, release)
    if (suspects.delete(id)) await refetchIntoCache(release, exposed.module)
    else preloadChunks(release, exposed.module)
    // Each build is a separate remote for the runtime, so a new version never runs code of an old one.
    registerRemotes([{ name: container, entry: release.entry, entryGlobalName: container, type: 'window' }])
    return loadRemote(id).catch((error: unknown) => {
      throw asThrownByTab(asNeedsOtherShell(error))
    })
  }

  return { load, unloadModule, unload, unloadReplaced }
}

/** @throws NeedsOtherShell naming every shared package of this shell whose version does not satisfy the release */
function assertCompatible(release: Release): void {
  // `react-dom/client` and `react-dom` are one package.
  const shared = Object.entries(getInstance()?.options.shared ?? {})
  const provided = shared.flatMap(([request, [own]]) => (own ? [[packageOf(request), own.version]] : []))
  const unmet = unmetRequirements(release.requires, Object.fromEntries(provided))
  if (unmet.length > 0) throw new NeedsOtherShell(`It was built for another shell: ${unmet.join('; ')}.`)
}

/** @throws Error when the module has no component as its default export */
function componentIn(module: unknown, exposed: Exposed): TabModule | ExtensionModule {
  const isTab = exposed.module === TAB_MODULE
  if (isTab && isTabModule(module)) return module
  if (!isTab && isExtensionModule(module)) return module
  const what = isTab ? 'a tab' : 'a component for its slot'
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
    else fetchIntoCache(url).catch(() => undefined)
  }
}

function runChunk(url: string, hash: string): void {
  const script = scriptOf(url, hash)
  // An entry that finds the element after its event would wait until its timeout.
  for (const end of ['load', 'error']) script.addEventListener(end, () => script.remove())
  document.head.append(script)
}
