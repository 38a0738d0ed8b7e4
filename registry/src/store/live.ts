import type { KeyObject } from 'node:crypto'
import type { RegisteredRemote, Registry } from '../registry'
import type { Release } from '../release'
import type { PublishedRelease } from './publish'
import { updateRegistry } from './registry-file'

const PREVIOUS_KEPT = 5

/** A roll-back as it was decided on. */
export interface RollBack {
  name: string
  /** The version that is live. */
  from: string
  /** The newest of the previous versions. */
  to: string
}

/**
 * Makes releases of the store the live ones of their remotes, all in one step; what was live becomes the first of the
 * previous ones. Remotes that are not named stay as they are.
 *
 * @param key signs the registry, if it is to be signed
 * @returns the new registry
 */
export function makeLive(store: string, releases: PublishedRelease[], key?: KeyObject): Promise<Registry> {
  return updateRegistry(store, key, (remotes) => releases.reduce(putLive, remotes))
}

/**
 * Makes the newest previous release of a remote live again. The one that was live is not kept as a previous one.
 *
 * @returns the new registry
 * @throws Error when the remote is not registered, has no previous release, or was changed by another release since
 */
export function rollBack(store: string, { name, from, to }: RollBack, key?: KeyObject): Promise<Registry> {
  return updateRegistry(store, key, (remotes) => {
    const remote = remotes.find((candidate) => candidate.name === name)
    if (!remote) throw new Error(`${name} is not in the registry of ${store}: release it first.`)
    const [live, ...previous] = remote.previous
    if (!live) throw new Error(`${name} ${remote.live.version} has no previous release to go back to.`)
    if (remote.live.version !== from || live.version !== to) {
      const now = `${remote.live.version} is live now, and ${live.version} was before it`
      throw new Error(`${name} cannot go from ${from} to ${to}: ${now}. If it must still go back, roll back again.`)
    }
    return remotes.map((other) => (other === remote ? { name, live, previous } : other))
  })
}

function putLive(remotes: RegisteredRemote[], { name, release }: PublishedRelease): RegisteredRemote[] {
  const remote = remotes.find((candidate) => candidate.name === name)
  if (!remote) return [...remotes, { name, live: release, previous: [] }]
  return remotes.map((other) => (other === remote ? withLive(remote, release) : other))
}

function withLive({ name, live, previous }: RegisteredRemote, release: Release): RegisteredRemote {
  const others = [live, ...previous].filter(({ version }) => version !== release.version)
  return { name, live: release, previous: others.slice(0, PREVIOUS_KEPT) }
}
