import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import { containerGlobal, type RegisteredRemote, type Release } from 'registry'
import { isTabModule, type TabModule } from 'shared-auth'
import { disposeRelease } from './dispose'
import { fetchAnew } from './first-files'
import { expectIntegrity } from './integrity'
import { requireProvided } from './provided'
import { runEarly } from './run-early'
import { withinTimeLimit } from './time-limit'

/** The federation runtime waits for ever for a module; staff should not. */
const TIMEOUT_MS = 15_000

interface Load {
  remote: string
  release: Release
  module: Promise<TabModule>
  /** Nobody has asked for it since another build took its place. */
  isReplaced: boolean
}

/** Every build that the page has loaded or is loading, by its container. */
const loads = new Map<string, Load>()

/** Containers of builds that did not load: the browser may have kept a file of theirs with the wrong bytes. */
const suspects = new Set<string>()

/**
 * Loads the tab of a release; whoever asks for a build that is on its way or there gets that one. A failed load leaves
 * nothing behind and may be tried again at once.
 *
 * @throws Error when it was built for another shell, cannot be loaded in 15 s, or what it exposes is not a tab
 */
export function loadRelease(remote: string, release: Release): Promise<TabModule> {
  const container = containerGlobal(remote, release)
  const known = loads.get(container)
  if (known) {
    known.isReplaced = false
    return known.module
  }
  const module = load(container, release).catch((error: unknown) => {
    suspects.add(container)
    dropRelease(remote, release)
    throw new Error(`${remote} ${release.version} (${release.entry}) cannot be used. ${error}`, { cause: error })
  })
  loads.set(container, { remote, release, module, isReplaced: false })
  return module
}

/** Takes a build out of the page. */
export function dropRelease(remote: string, release: Release): void {
  loads.delete(containerGlobal(remote, release))
  disposeRelease(remote, release)
}

/** Takes the builds of a remote out of the page that are neither shown nor live. */
export function dropReplaced({ name, live }: RegisteredRemote, shown: Release): void {
  for (const load of loads.values()) {
    const { build } = load.release
    if (load.remote === name && build !== shown.build && build !== live.build) dropOnceLoaded(load)
  }
}

/** Taken out on its way, a build would fail for that, and leave behind what arrives later. */
async function dropOnceLoaded(load: Load): Promise<void> {
  const { remote, release, module } = load
  load.isReplaced = true
  await module.catch(() => undefined)
  if (load.isReplaced && loads.get(containerGlobal(remote, release)) === load) dropRelease(remote, release)
}

async function load(container: string, release: Release): Promise<TabModule> {
  requireProvided(release)
  expectIntegrity(release)
  const module = await withinTimeLimit(
    fetchTab(container, release),
    TIMEOUT_MS,
    `It did not load in ${TIMEOUT_MS / 1000} s.`,
  )
  if (!isTabModule(module)) {
    throw new Error('It does not expose a tab: ./Tab must have a React component as its default export.')
  }
  return module
}

async function fetchTab(container: string, release: Release): Promise<unknown> {
  if (suspects.delete(container)) await fetchAnew(release)
  else runEarly(release)
  // Every build is a remote of its own for the runtime, so a new version never runs the old one's code.
  registerRemotes([{ name: container, entry: release.entry, entryGlobalName: container, type: 'window' }])
  return loadRemote(`${container}/Tab`)
}
