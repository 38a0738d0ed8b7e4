import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import pTimeout from 'p-timeout'
import { containerGlobal, fileAddress, type RegisteredRemote, type Release } from 'registry'
import { isTabModule, type TabModule } from 'shared-auth'
import { fetchIntoCache } from '../../http-cache'
import { assertCompatible } from './compatibility'
import { startFederation } from './federation'
import { refetchIntoCache } from './initial-files'
import { createIntegrityCheck, scriptOf } from './integrity'
import { unloadRelease } from './unload'

/** The federation runtime waits for ever for a module; staff should not. */
const TIMEOUT_MS = 15_000

export interface Loader {
  /**
   * Loads the tab of a release once, however often it is asked for. A failed load leaves nothing behind and may be
   * tried again at once.
   *
   * @throws Error when it was built for another shell, cannot be loaded in 15 s, or exposes no tab
   */
  load(remote: string, release: Release): Promise<TabModule>
  /** Removes a build from the page. */
  unload(remote: string, release: Release): void
  /** Removes the builds of a remote that are neither shown nor live. */
  unloadReplaced(remote: RegisteredRemote, shown: Release): void
}

interface Load {
  remote: string
  release: Release
  module: Promise<TabModule>
  /** Nobody has asked for it since another build took its place. */
  isReplaced: boolean
}

/**
 * Starts the federation runtime of the page, and loads remotes with it.
 *
 * @param isSigned whether releases without hashes are refused
 */
export function createLoader(isSigned: boolean): Loader {
  startFederation()
  const integrity = createIntegrityCheck(isSigned)
  /** Every build that the page has loaded or is loading, by its container. */
  const loads = new Map<string, Load>()
  /** Containers of builds that did not load: the HTTP cache may have a corrupt file of theirs. */
  const suspects = new Set<string>()

  function load(remote: string, release: Release): Promise<TabModule> {
    const container = containerGlobal(remote, release)
    const known = loads.get(container)
    if (known) {
      known.isReplaced = false
      return known.module
    }
    const module = loadTab(container, release).catch((error: unknown) => {
      suspects.add(container)
      unload(remote, release)
      throw new Error(`${remote} ${release.version} (${release.entry}) cannot be used. ${error}`, { cause: error })
    })
    loads.set(container, { remote, release, module, isReplaced: false })
    return module
  }

  function unload(remote: string, release: Release): void {
    loads.delete(containerGlobal(remote, release))
    unloadRelease(remote, release)
  }

  function unloadReplaced({ name, live }: RegisteredRemote, shown: Release): void {
    for (const load of loads.values()) {
      const { build } = load.release
      if (load.remote === name && build !== shown.build && build !== live.build) unloadOnceLoaded(load)
    }
  }

  /** Removed while it loads, a build would fail for that, and leave behind what arrives later. */
  async function unloadOnceLoaded(load: Load): Promise<void> {
    const { remote, release, module } = load
    load.isReplaced = true
    await module.catch(() => undefined)
    if (load.isReplaced && loads.get(containerGlobal(remote, release)) === load) unload(remote, release)
  }

  async function loadTab(container: string, release: Release): Promise<TabModule> {
    assertCompatible(release)
    integrity.expect(release)
    const module = await pTimeout(fetchTab(container, release), {
      milliseconds: TIMEOUT_MS,
      message: `It did not load in ${TIMEOUT_MS / 1000} s.`,
    })
    if (!isTabModule(module)) {
      throw new Error('It does not expose a tab: ./Tab must have a React component as its default export.')
    }
    return module
  }

  async function fetchTab(container: string, release: Release): Promise<unknown> {
    if (suspects.delete(container)) await refetchIntoCache(release)
    else preloadChunks(release)
    // Every build is a remote of its own for the runtime, so a new version never runs the old one's code.
    registerRemotes([{ name: container, entry: release.entry, entryGlobalName: container, type: 'window' }])
    return loadRemote(`${container}/Tab`)
  }

  return { load, unload, unloadReplaced }
}

/**
 * Loads the chunks of a release while its entry is on its way. A chunk only adds its modules to the list of its build:
 * the entry finds them there or on their way, or requests a failed chunk again. A chunk without a hash of its own only
 * goes into the HTTP cache, as style sheets do: the entry knows its hash.
 */
export function preloadChunks(release: Release): void {
  for (const path of release.preload) {
    const url = fileAddress(release, path)
    const hash = release.integrity[path]
    if (hash && path.endsWith('.js')) runChunk(url, hash)
    // After a failed `<link rel="preload">`, Chromium would give the failure to the next element that asks for the file.
    else fetchIntoCache(url).catch(() => undefined)
  }
}

function runChunk(url: string, hash: string): void {
  const script = scriptOf(url, hash)
  // An entry that found the element after its event would wait for one until its timeout.
  for (const end of ['load', 'error']) script.addEventListener(end, () => script.remove())
  document.head.append(script)
}
