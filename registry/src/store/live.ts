import type { KeyObject } from 'node:crypto'
import type { RegisteredRemote, Registry } from '../registry'
import type { Release } from '../release'
import type { PublishedRelease } from './publish'
import { updateRegistry } from './registry-file'

const MAX_PREVIOUS = 5
/** A tab menu with more tabs is unusable, and every page loads the whole registry. */
export const MAX_REMOTES = 100

/** The roll-back that was confirmed. */
export interface RollBack {
  name: string
  /** The live version. */
  from: string
  /** The newest of the previous versions. */
  to: string
}

/**
 * Makes releases of the store live, in one atomic change. Each formerly live release becomes the first previous one.
 * Other remotes stay unchanged.
 *
 * @param key signs the registry; omitted for an unsigned registry
 * @returns the new registry
 * @throws Error when the registry already has {@link MAX_REMOTES} others, or the change fails, see {@link updateRegistry}
 */
export function makeLive(store: string, releases: PublishedRelease[], key?: KeyObject): Promise<Registry> {
  return updateRegistry(store, key, (remotes) => releases.reduce(putLive, remotes))
}

/**
 * Makes the newest previous release of a remote live again. The rolled-back release is removed from the registry.
 *
 * @returns the new registry
 * @throws Error when the remote is not registered, has no previous release, or no longer matches `from` and `to`
 */
export function rollBack(store: string, { name, from, to }: RollBack, key?: KeyObject): Promise<Registry> {
  return updateRegistry(store, key, (remotes) => {
    const remote = remotes.find((candidate) => candidate.name === name)
    if (!remote) throw new Error(`${name} is not in the registry of ${store}: release it first.`)
    const [live, ...previous] = remote.previous
    if (!live) throw new Error(`${name} ${remote.live.version} has no previous release to go back to.`)
    if (remote.live.version !== from || live.version !== to) {
      const current = `${remote.live.version} is live now, and ${live.version} is its newest previous release`
      throw new Error(`${name} cannot go from ${from} to ${to}: ${current}. To roll back from there, run it again.`)
    }
    return remotes.map((other) => (other === remote ? { name, live, previous } : other))
  })
}

/**
 * Removes a remote from the registry: staff no longer get its tab. Its releases stay in the store until `prune` deletes
 * them, and {@link makeLive} registers it again.
 *
 * @param version the live version that was confirmed
 * @returns the new registry
 * @throws Error when the remote is not registered, is the only one, or has another live version
 */
export function retire(store: string, name: string, version: string, key?: KeyObject): Promise<Registry> {
  return updateRegistry(store, key, (remotes) => {
    const remote = remotes.find((candidate) => candidate.name === name)
    if (!remote) throw new Error(`${name} is not in the registry of ${store}, so it cannot be retired.`)
    if (remote.live.version === version) return remotes.filter((other) => other !== remote)
    throw new Error(
      `${name} ${remote.live.version} is live now, not ${version}. To retire it all the same, run it again.`,
    )
  })
}

function putLive(remotes: RegisteredRemote[], { name, release }: PublishedRelease): RegisteredRemote[] {
  const remote = remotes.find((candidate) => candidate.name === name)
  if (!remote && remotes.length >= MAX_REMOTES)
    throw new Error(`${name} cannot become live: the registry lists ${MAX_REMOTES} remotes, the maximum. Retire one.`)
  if (!remote) return [...remotes, { name, live: release, previous: [] }]
  return remotes.map((other) => (other === remote ? withLive(remote, release) : other))
}

function withLive({ name, live, previous }: RegisteredRemote, release: Release): RegisteredRemote {
  const others = [live, ...previous].filter(({ version }) => version !== release.version)
  return { name, live: release, previous: others.slice(0, MAX_PREVIOUS) }
}
