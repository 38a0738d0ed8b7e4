import { expect, it } from 'vitest'
import { ValueCounts } from './facets'

it('orders values by count, then in Spanish', () => {
  const values = new ValueCounts()
  for (const text of ['Ñico', 'zeta', 'árbol', 'Nube', 'azul']) values.add(text, 2)
  values.add('', 3)
  expect(values.facet('', []).values.map(({ text }) => text)).toEqual(['', 'árbol', 'azul', 'Nube', 'Ñico', 'zeta'])
})

it('keeps the 200 most frequent values', () => {
  const values = new ValueCounts()
  for (let index = 0; index < 5000; index++) values.add(`v${index}`, (index * 7919) % 5000)
  const { values: kept } = values.facet('', [])
  expect(kept.map(({ count }) => count)).toEqual(Array.from({ length: 200 }, (_, place) => 4999 - place))
})

it('keeps the first 200 texts of equal counts', () => {
  const values = new ValueCounts()
  for (let index = 999; index >= 0; index--) values.add(`v${index}`, 1)
  expect(values.facet('', []).values.map(({ text }) => text)).toEqual(
    Array.from({ length: 200 }, (_, place) => `v${place}`),
  )
})

it('returns requested values that are not among the most frequent ones, too', () => {
  const values = new ValueCounts()
  for (let index = 0; index < 300; index++) values.add(`v${index}`, 300 - index)
  const { values: listed, total, distinct } = values.facet('', ['v1', 'v250', 'none'])
  expect(listed).toHaveLength(202)
  expect(listed.slice(200)).toEqual([
    { text: 'v250', count: 50 },
    { text: 'none', count: 0 },
  ])
  expect({ total, distinct }).toEqual({ total: 45_150, distinct: 300 })
})
