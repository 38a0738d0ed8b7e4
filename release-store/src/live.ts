import type { KeyObject } from 'node:crypto'
import { MAX_PREVIOUS, MAX_REMOTES, type RegisteredRemote, Release, slotConflicts, tabConflicts } from '@canje/registry'
import { validJson } from './json-file'
import { updateRegistry } from './registry-file'
import type { Listing, PublishedRelease, ReleaseStore, StoredRegistry } from './release-store'
import type { Note } from './signed-change'
import { findRelease, manifestOf } from './stored-release'
import { verifyRelease } from './verify'

/** The roll-back that was confirmed. */
export interface RollBack {
  name: string
  /** The live version. */
  from: string
  /** The newest of the previous versions. */
  to: string
}

/**
 * Makes releases of the store live, in one atomic change. Each formerly live release becomes the first previous one; those
 * of a retired remote come back, as far as they are intact. Other remotes stay unchanged.
 *
 * @param key signs the registry; omitted for an unsigned registry
 * @returns the new registry
 * @throws Error when a release or its tab or slot is not valid, the registry already has {@link MAX_REMOTES} others, or the change
 *   fails, see {@link updateRegistry}
 */
export function makeLive(
  store: ReleaseStore,
  releases: PublishedRelease[],
  key?: KeyObject,
  note: Partial<Note> = {},
): Promise<StoredRegistry> {
  const [{ release } = { release: undefined }] = releases
  const change = async (listing: Listing) => {
    let changed = listing
    for (const published of releases) changed = await putLive(store, changed, published)
    return changed
  }
  const to = releases.length === 1 ? { to: release?.version, commit: release?.commit ?? undefined } : {}
  return updateRegistry(store, key, change, { command: 'publish', ...to, ...note })
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
  key?: KeyObject,
  note: Partial<Note> = {},
): Promise<StoredRegistry> {
  const change = ({ remotes, ...rest }: Listing) => {
    const remote = remotes.find((candidate) => candidate.name === name)
    if (!remote) throw new Error(`${name} is not in the registry of ${store.location}: release it first.`)
    const [live, ...previous] = remote.previous
    if (!live) throw new Error(`${name} ${remote.live.version} has no previous release to go back to.`)
    if (remote.live.version !== from || live.version !== to) {
      const current = `${remote.live.version} is live now, and ${live.version} is its newest previous release`
      throw new Error(`${name} cannot go from ${from} to ${to}: ${current}. To roll back from there, run it again.`)
    }
    return { ...rest, remotes: withRemote(store, remotes, { name, live, previous }) }
  }
  return updateRegistry(store, key, change, { command: 'rollback', to, ...note })
}

/**
 * Removes a remote from the registry: staff no longer get its tab. Its releases stay in the store until `prune` deletes
 * them, and {@link makeLive} registers it again.
 *
 * @param version the live version that was confirmed
 * @returns the new registry
 * @throws Error when the remote is not registered, is the only one, or has another live version
 */
export function retire(
  store: ReleaseStore,
  name: string,
  version: string,
  key?: KeyObject,
  note: Partial<Note> = {},
): Promise<StoredRegistry> {
  const change = ({ remotes, retired, withdrawn }: Listing) => {
    const remote = remotes.find((candidate) => candidate.name === name)
    if (!remote) throw new Error(`${name} is not in the registry of ${store.location}, so it cannot be retired.`)
    if (remote.live.version !== version)
      throw new Error(
        `${name} ${remote.live.version} is live now, not ${version}. To retire it all the same, run it again.`,
      )
    const versions = [remote.live, ...remote.previous].map((release) => release.version)
    return {
      remotes: remotes.filter((other) => other !== remote),
      retired: [{ name, versions }, ...retired].slice(0, MAX_REMOTES),
      withdrawn,
    }
  }
  return updateRegistry(store, key, change, { command: 'retire', to: version, ...note })
}

async function putLive(
  store: ReleaseStore,
  { remotes, retired, withdrawn }: Listing,
  published: PublishedRelease,
): Promise<Listing> {
  const { name } = published
  const release = validJson(published.release, store.labelOf(manifestOf(name, published.release.version)), Release)
  const out = withdrawn[name] ?? []
  if (out.includes(release.version))
    throw new Error(`${name} ${release.version} is withdrawn and never goes live again: publish a new version.`)
  const remote = remotes.find((candidate) => candidate.name === name)
  if (!remote && remotes.length >= MAX_REMOTES)
    throw new Error(`${name} cannot become live: the registry lists ${MAX_REMOTES} remotes, the maximum. Retire one.`)
  const before = remote ? [remote.live, ...remote.previous] : await releasesOfRetired(store, name, retired)
  const isUsable = ({ version }: Release) => version !== release.version && !out.includes(version)
  const previous = before.filter(isUsable).slice(0, MAX_PREVIOUS)
  return {
    remotes: withRemote(store, remotes, { name, live: release, previous }),
    retired: retired.filter((other) => other.name !== name),
    withdrawn,
  }
}

/** Adds or replaces a remote. */
function withRemote(store: ReleaseStore, remotes: RegisteredRemote[], remote: RegisteredRemote): RegisteredRemote[] {
  const { name, live } = remote
  const others = remotes.filter((other) => other.name !== name)
  const [conflict] = [
    ...tabConflicts(others, live.tab).map(({ field, reason }) => `tab.${field}: ${reason}`),
    ...slotConflicts(others, live).map(({ reason }) => `extensions: ${reason}`),
  ]
  if (conflict) throw new Error(`${store.labelOf(manifestOf(name, live.version))} cannot be live. ${conflict}`)
  return remotes.some((other) => other.name === name)
    ? remotes.map((other) => (other.name === name ? remote : other))
    : [...remotes, remote]
}

/** Without those that were deleted or damaged since. */
async function releasesOfRetired(store: ReleaseStore, name: string, retired: Listing['retired']): Promise<Release[]> {
  const { versions } = retired.find((remote) => remote.name === name) ?? { versions: [] }
  const intact = await Promise.all(
    versions.map(async (version) => {
      const found = await findRelease(store, name, version)
      return found && (await verifyRelease(store, found)).length === 0 ? [found.release] : []
    }),
  )
  return intact.flat()
}
