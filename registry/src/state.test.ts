import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { expect, it } from 'vitest'
import { hashOf, isExpired, isState, stateFindings } from './state'
import { exampleCandidate, exampleRelease } from './testing/example'
import { createTestKey, exampleState, signState } from './testing/signing'

const key = await createTestKey()
const signed = (changes: Record<string, unknown> = {}) => signState(exampleState(changes), key)
const releaseOf = (version: string) => exampleRelease({ version })
const next = exampleCandidate(releaseOf('2.0.0'))

it('accepts a state before anything is live, and unknown fields', async () => {
  for (const changes of [
    {},
    { live: null },
    { live: null, next },
    { next: { ...next, by: undefined } },
    { more: { further: 1 } },
  ])
    expect(stateFindings(await signed(changes))).toEqual([])
})

it.each<[string, Record<string, unknown>, RegExp]>([
  ['of another format', { format: 2 }, /^format: /],
  ['with the number 0', { n: 0 }, /^n: /],
  ['with a number that is not safe', { n: 2 ** 53 }, /^n: /],
  ['whose live version is withdrawn', { withdrawn: ['1.0.0'] }, /must not release a version that is withdrawn or/],
  ['whose next version is pruned', { next, pruned: ['2.0.0'] }, /must not release a version that/],
  ['whose next version is live', { next: exampleCandidate(releaseOf('1.0.0')) }, /must not have what is live as/],
  ['whose next release has no time', { next: { ...next, at: 'ayer' } }, /^next.at: /],
  ['with a previous version that is pruned', { previous: [releaseOf('0.9.0')], pruned: ['0.9.0'] }, /must not release/],
])('rejects a state %s', async (_name, changes, reason) => {
  const state = await signed(changes)
  expect(isState(state)).toBe(false)
  expect(stateFindings(state)).toEqual([expect.stringMatching(reason)])
})

it('ends a candidate at its time', () => {
  const until = '2026-12-04T12:00:00.000Z'
  expect([-1, 0].map((ms) => isExpired({ until }, Date.parse(until) + ms))).toEqual([false, true])
})

it('has the hash of its canonical JSON, with signature and unknown fields', async () => {
  const state = { ...(await signed()), more: 1 }
  const expected = createHash('sha256').update(canonicalize(state) ?? '')
  expect(await hashOf(state)).toBe(`sha256-${expected.digest('base64')}`)
})
