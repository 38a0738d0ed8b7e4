import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groupRows } from './group-rows'
import { collator } from './order-rows'

const character = fc.constantFrom(...'aAbñnN\u0303áÁzZlL·ch 112390-_@[`{ß\u200D１９\u0661'.split(''))
const texts = fc.array(
  fc.array(character, { maxLength: 5 }).map((all) => all.join('')),
  { minLength: 2, maxLength: 40 },
)

it('orders groups of one size as the collator does, then by code unit', () => {
  fc.assert(
    fc.property(texts, (names) => {
      const rows = [...new Set(names)].map((name) => ({ name }))
      const { groups } = groupRows(rows, { by: { field: 'name' }, unit: 'value', sums: [] })
      const ordered = rows.map(({ name }) => name).sort((a, b) => collator.compare(a, b) || (a < b ? -1 : 1))
      expect(groups.map(({ text }) => text)).toEqual(ordered)
    }),
    { seed: 5, numRuns: 500 },
  )
})
