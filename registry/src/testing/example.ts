import type { Listing } from '../listed-remote'
import type { Release } from '../release'
import type { Candidate } from '../state'

/** A release as a state names it, for tests. */
export function exampleRelease(changes: Partial<Release> = {}): Release {
  return {
    version: '1.0.0',
    build: 'abc123',
    entry: 'mf-codes/1.0.0/remoteEntry.js',
    integrity: { 'remoteEntry.js': `sha384-${'A'.repeat(64)}` },
    preload: [],
    requires: { 'shared-auth': '^1.0.0' },
    commit: null,
    builtAt: '2026-11-20T12:00:00.000Z',
    ...changes,
  }
}

/** A candidate as a state names it, for tests. */
export function exampleCandidate(release: Release, changes: Partial<Candidate> = {}): Candidate {
  return { release, at: '2026-11-20T12:00:00.000Z', until: '2999-01-01T00:00:00.000Z', by: 'Ana', ...changes }
}

/** A listing in a menu, for tests. */
export function exampleListing(changes: Partial<Listing> = {}): Listing {
  return {
    keys: [`${'A'.repeat(43)}=`],
    epoch: 1,
    tab: { id: 'codigos', label: 'Codigos', order: 2 },
    slots: [],
    connect: [],
    ...changes,
  }
}
