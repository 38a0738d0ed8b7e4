import { containerGlobal, fileUrl, type RegisteredRemote, type Release } from '@canje/registry'
import { isTabModule, type TabModule } from '@canje/shared-auth'
import { loadRemote, registerRemotes } from '@module-federation/runtime'
import pTimeout from 'p-timeout'
import { fetchIntoCache } from '../../http-cache'
import { assertCompatible } from './compatibility'
import { startFederation } from './federation'
import { refetchIntoCache } from './initial-files'
import { createIntegrityCheck, scriptOf } from './integrity'
import { unloadRelease } from './unload'

/** The federation runtime has no timeout for a module. */
const TIMEOUT_MS = 15_000

export interface Loader {
  /**
   * Loads the tab of a release once per build. A failed load is cleaned up and can be retried at once.
   *
   * @throws Error when the build is incompatible with the shell, does not load in 15 s, or exposes no tab
   */
  load(remote: string, release: Release): Promise<TabModule>
  /** Removes a build from the page. */
  unload(remote: string, release: Release): void
  /** Removes the builds of a remote that are neither mounted nor live. */
  unloadReplaced(remote: RegisteredRemote, mounted: Release): void
}

interface Load {
  remote: string
  release: Release
  module: Promise<TabModule>
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
  /** Builds that are loaded or loading, by container. */
  const loads = new Map<string, Load>()
  /** Containers of builds that failed to load: the HTTP cache may hold a corrupt file. */
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

  function unloadReplaced({ name, live }: RegisteredRemote, mounted: Release): void {
    for (const load of loads.values()) {
      const { build } = load.release
      if (load.remote === name && build !== mounted.build && build !== live.build) unloadOnceLoaded(load)
    }
  }

  /** Waits for the load: removal during it would make it fail, and files that arrive later would stay in the page. */
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
    // Each build is a separate remote for the runtime, so a new version never runs code of an old one.
    registerRemotes([{ name: container, entry: release.entry, entryGlobalName: container, type: 'window' }])
    return loadRemote(`${container}/Tab`)
  }

  return { load, unload, unloadReplaced }
}

/**
 * Loads the chunks of a release in parallel with its entry. A chunk only registers its modules; the entry uses or awaits
 * them, and requests a failed chunk again. Style sheets and chunks without a hash are only fetched into the HTTP cache:
 * the entry verifies them.
 */
export function preloadChunks(release: Release): void {
  for (const path of release.preload) {
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
