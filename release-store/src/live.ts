import type { KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { MAX_PREVIOUS, type Release, type State } from '@canje/registry'
import { append, type Base, type Note } from './append'
import { prunedVersions } from './log'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { StoreError } from './store-error'

/** The days of a candidate, unless its release says otherwise (D45, candidate). */
export const CANDIDATE_DAYS = 14
const DAY_MS = 86_400_000

/**
 * Makes a release of the store live. The formerly live release becomes the first previous one. When it is live already, the
 * state is signed again if another key has signed it, so that a key can be rotated. A candidate ends, unless an earlier release
 * is promoted (D45, candidate).
 *
 * @returns the new state, as {@link append}
 * @throws StoreError when the release is not valid, withdrawn or pruned, or as {@link append}
 */
export function makeLive(
  store: ReleaseStore,
  { name, release }: PublishedRelease,
  key: KeyObject,
  note: Partial<Note> = {},
): Promise<State> {
  const decide = (base: Base) => {
    assertReleasable(name, release, base)
    const { live, previous, isOwn } = base
    if (isDeepStrictEqual(live, release)) return isOwn ? undefined : {}
    const { version } = release
    const others = [live, ...previous].flatMap((other) => (other && other.version !== version ? other : []))
    const kept = note.command === 'promote' ? {} : { next: null }
    return { live: release, ...kept, previous: others.slice(0, MAX_PREVIOUS) }
  }
  return append(store, name, decide, key, { command: 'publish', commit: release.commit ?? undefined, ...note })
}

/**
 * As {@link makeLive}, for a release that only a link opens until it goes live. It replaces the candidate before, and renews
 * itself (D45, candidate).
 *
 * @param days until it ends
 * @throws StoreError when it is live, too
 */
export function makeNext(
  store: ReleaseStore,
  { name, release }: PublishedRelease,
  key: KeyObject,
  note: Partial<Note> = {},
  days = CANDIDATE_DAYS,
): Promise<State> {
  const decide = (base: Base) => {
    assertReleasable(name, release, base)
    const { version } = release
    if (base.live?.version === version)
      throw new StoreError('refused', `${name} ${version} is live, and no candidate: publish a new version.`)
    const after = (ms: number) => new Date(Date.now() + ms).toISOString()
    return { next: { release, at: after(0), until: after(days * DAY_MS), by: note.by } }
  }
  return append(store, name, decide, key, { command: 'publish', commit: release.commit ?? undefined, ...note })
}

function assertReleasable(name: string, { version }: Release, { log, withdrawn }: Base): void {
  if (withdrawn.includes(version))
    throw new StoreError('refused', `${name} ${version} is withdrawn and never goes live again: publish a new version.`)
  if (prunedVersions(log).has(version)) throw prunedError(name, version)
}

/** The error of a change that would release a version whose files were deleted. */
export function prunedError(name: string, version: string): StoreError {
  return new StoreError('refused', `${name} ${version} was pruned and never goes live again: publish a new version.`)
}

/**
 * Makes the newest previous release of a remote live again. The rolled-back release is removed from the state. A roll-back that
 * was interrupted is finished.
 *
 * @param from the live version when the roll-back was confirmed, and `to` the newest of the previous versions
 * @returns the new state, as {@link append}
 * @throws StoreError when the remote has no previous release, or no longer matches `from` and `to`, or as {@link append}
 */
export function rollBack(
  store: ReleaseStore,
  { name, from, to }: { name: string; from: string; to: string },
  key: KeyObject,
  note: Partial<Note> = {},
): Promise<State> {
  const decide = ({ log: { head, copied }, live: current, previous: [live, ...previous] }: Base) => {
    const isInterrupted = head?.state.change.command === 'rollback' && copied !== head.state.n
    if (!head || isInterrupted) return undefined
    if (!current || !live) throw new StoreError('refused', `${name} has no previous release to go back to.`)
    if (current.version === from && live.version === to) return { live, previous }
    const now = `${current.version} is live now, and ${live.version} is its newest previous release`
    const message = `${name} cannot go from ${from} to ${to}: ${now}. To roll back from there, run it again.`
    throw new StoreError('refused', message)
  }
  return append(store, name, decide, key, { command: 'rollback', ...note })
}

/**
 * Takes a version out for ever: neither roll-back, fallback nor `promote` uses it again. If it is live, the newest previous
 * release goes live in the same change. A candidate ends, whatever its version (D45, candidate).
 *
 * @returns the new state, as {@link append}
 * @throws StoreError when no other release of the remote is left, or as {@link append}
 */
export function withdraw(
  store: ReleaseStore,
  { name, version }: { name: string; version: string },
  key: KeyObject,
  note: Partial<Note> = {},
): Promise<State> {
  const decide = ({ log, live: current, previous: older, withdrawn }: Base) => {
    if (!log.head || withdrawn.includes(version)) return undefined
    const [live = null, ...previous] = [current, ...older].filter((release) => release?.version !== version)
    if (current && !live)
      throw new StoreError('refused', `${name} ${version} is its only release: publish another one first.`)
    return {
      live,
      next: null,
      previous: previous.flatMap((release) => release ?? []),
      withdrawn: [...withdrawn, version],
    }
  }
  return append(store, name, decide, key, { command: 'withdraw', ...note })
}
