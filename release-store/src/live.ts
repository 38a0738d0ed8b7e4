import type { KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { MAX_PREVIOUS, type Release, type State } from '@canje/registry'
import { append, type Base, type Note } from './append'
import { prunedVersions } from './log'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { StoreError } from './store-error'

/** The roll-back that was confirmed. */
export interface RollBack {
  name: string
  /** The live version. */
  from: string
  /** The newest of the previous versions. */
  to: string
}

/**
 * Makes a release of the store live. The formerly live release becomes the first previous one. When it is live already, the
 * state is signed again if another key has signed it, so that a key can be rotated.
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
    const { live, next, previous, isOwn } = base
    if (isDeepStrictEqual(live, release)) return isOwn ? undefined : {}
    const { version } = release
    const others = [live, ...previous].flatMap((other) => (other && other.version !== version ? other : []))
    return { live: release, next: next?.version === version ? null : next, previous: others.slice(0, MAX_PREVIOUS) }
  }
  return append(store, name, decide, key, { command: 'publish', commit: release.commit ?? undefined, ...note })
}

/** As {@link makeLive}, for a release that no page opens until it is made live. It replaces the one before. */
export function makeNext(
  store: ReleaseStore,
  { name, release }: PublishedRelease,
  key: KeyObject,
  note: Partial<Note> = {},
): Promise<State> {
  const decide = (base: Base) => {
    assertReleasable(name, release, base)
    const isDone = [base.live, base.next].some((one) => isDeepStrictEqual(one, release))
    return isDone ? undefined : { next: release }
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
 * @returns the new state, as {@link append}
 * @throws StoreError when the remote has no previous release, or no longer matches `from` and `to`, or as {@link append}
 */
export function rollBack(
  store: ReleaseStore,
  { name, from, to }: RollBack,
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
 * release goes live in the same change.
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
  const decide = ({ log, live: current, next, previous: older, withdrawn }: Base) => {
    if (!log.head || withdrawn.includes(version)) return undefined
    const [live = null, ...previous] = [current, ...older].filter((release) => release?.version !== version)
    if (current && !live)
      throw new StoreError('refused', `${name} ${version} is its only release: publish another one first.`)
    return {
      live,
      next: next?.version === version ? null : next,
      previous: previous.flatMap((release) => release ?? []),
      withdrawn: [...withdrawn, version],
    }
  }
  return append(store, name, decide, key, { command: 'withdraw', ...note })
}
