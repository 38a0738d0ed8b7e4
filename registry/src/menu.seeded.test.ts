import fc from 'fast-check'
import { expect, it } from 'vitest'
import { skeletonOf } from './comparison'
import { readMenu } from './menu'
import { exampleListing } from './testing/example'

const { keys } = exampleListing()

const letters = fc.constantFrom('a', 'A', 'rn', 'm', '1', 'l', 'i', 'vv', 'w', 'o', '0', '-')
const id = fc.array(letters, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
const label = fc.oneof(
  id,
  id.map((text) => `${text}á`),
  fc.constant(' '),
)
const order = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('1', null, -0, 1e308))
const listing = fc.record({
  keys: fc.constantFrom(keys, [...keys, ...keys], []),
  tab: fc.record({ id, label, order }),
  slots: fc.uniqueArray(fc.constantFrom('a', 'a-1', 'a-l', 'a1', 'b', 'c'), { maxLength: 2, selector: skeletonOf }),
})
const name = fc.constantFrom('mf-a', 'mf-b', 'mf-c', 'mf-d', '10', '9', '__proto__', 'constructor')
const listings = fc.uniqueArray(fc.tuple(name, listing), { maxLength: 8, selector: ([key]) => key })
/** The same listings in two orders. */
const twice = listings.chain((list) =>
  fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
)

it('never has two parts that look alike, and does not depend on the order in the file', () => {
  fc.assert(
    fc.property(twice, ([list, shuffled]) => {
      const { remotes, findings } = readMenu(Object.fromEntries(list))
      expect(remotes.length + findings.length).toBe(list.length)
      for (const texts of [
        remotes.map(({ tab }) => tab.id),
        remotes.map(({ tab }) => tab.label),
        remotes.flatMap(({ slots }) => slots),
      ])
        expect(new Set(texts.map(skeletonOf)).size).toBe(texts.length)

      const other = readMenu(Object.fromEntries(shuffled))
      expect(other.remotes).toEqual(remotes)
      expect(new Set(other.findings)).toEqual(new Set(findings))
    }),
    { seed: 20261128, numRuns: process.env.LONG_TESTS ? 20_000 : 300 },
  )
})
