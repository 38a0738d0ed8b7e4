import type { KeyObject } from 'node:crypto'
import { MAX_PREVIOUS, Release } from '@canje/registry'
import { changeRegistry, type Note } from './change-registry'
import { validJson } from './json-file'
import { stateOf } from './registry-file'
import type { PublishedRelease, ReleaseStore, RemoteState, StoredRegistry } from './release-store'
import { manifestOf } from './stored-release'

/** The roll-back that was confirmed. */
export interface RollBack {
  name: string
  /** The live version. */
  from: string
  /** The newest of the previous versions. */
  to: string
}

/**
 * Makes releases of the store live, in one atomic change. Each formerly live release becomes the first previous one; other
 * remotes stay unchanged. An entry that lists its release as live already is signed again if another key has signed it, so
 * that a key can be rotated.
 *
 * @param releases of different remotes
 * @param key a key of each of their remotes, or an operator's
 * @returns the new registry
 * @throws Error when a release is not valid or is withdrawn, or the change fails, see {@link changeRegistry}
 */
export function makeLive(
  store: ReleaseStore,
  releases: PublishedRelease[],
  key: KeyObject,
  note: Partial<Note> = {},
): Promise<StoredRegistry> {
  const [{ release } = { release: undefined }] = releases
  const to = releases.length === 1 ? { to: release?.version, commit: release?.commit ?? undefined } : {}
  return changeRegistry(store, key, { command: 'publish', ...to, ...note }, (registry) =>
    releases.map((published) => withLive(store, published, stateOf(registry, published.name))),
  )
}

function withLive(
  store: ReleaseStore,
  { name, release }: PublishedRelease,
  before: RemoteState | undefined,
): RemoteState {
  const { version } = release
  const live = validJson(release, store.labelOf(manifestOf(name, version)), Release)
  const withdrawn = before?.withdrawn ?? []
  if (withdrawn.includes(version))
    throw new Error(`${name} ${version} is withdrawn and never goes live again: publish a new version.`)
  const others = before ? [before.live, ...before.previous].filter((other) => other.version !== version) : []
  return { name, live, previous: others.slice(0, MAX_PREVIOUS), withdrawn }
}

/**
 * Makes the newest previous release of a remote live again. The rolled-back release is removed from the registry.
 *
 * @returns the new registry
 * @throws Error when the remote is not registered, has no previous release, or no longer matches `from` and `to`
 */
export function rollBack(
  store: ReleaseStore,
  { name, from, to }: RollBack,
  key: KeyObject,
  note: Partial<Note> = {},
): Promise<StoredRegistry> {
  return changeRegistry(store, key, { command: 'rollback', to, ...note }, (registry) => {
    const remote = registeredState(store, registry, name)
    const [live, ...previous] = remote.previous
    if (!live) throw new Error(`${name} ${remote.live.version} has no previous release to go back to.`)
    if (remote.live.version !== from || live.version !== to) {
      const current = `${remote.live.version} is live now, and ${live.version} is its newest previous release`
      throw new Error(`${name} cannot go from ${from} to ${to}: ${current}. To roll back from there, run it again.`)
    }
    return [{ ...remote, live, previous }]
  })
}

/**
 * Takes a version out for ever: neither roll-back, fallback nor `promote` uses it again. If it is live, the newest previous
 * release goes live in the same change.
 *
 * @returns the new registry
 * @throws Error when the remote is not registered, or no other release of it is left
 */
export function withdraw(
  store: ReleaseStore,
  { name, version }: { name: string; version: string },
  key: KeyObject,
  note: Partial<Note> = {},
): Promise<StoredRegistry> {
  return changeRegistry(store, key, { command: 'withdraw', to: version, ...note }, (registry) => {
    const remote = registeredState(store, registry, name)
    const [live, ...previous] = [remote.live, ...remote.previous].filter((release) => release.version !== version)
    if (!live) throw new Error(`${name} ${version} is its only release: publish another one first.`)
    return [{ name, live, previous, withdrawn: [...new Set([...remote.withdrawn, version])] }]
  })
}

function registeredState(store: ReleaseStore, registry: StoredRegistry | undefined, name: string): RemoteState {
  const remote = stateOf(registry, name)
  if (!remote) throw new Error(`${name} is not in the registry of ${store.location}: release it first.`)
  return remote
}
