import { expect, it } from 'vitest'
import { FrequentValues } from './facets'

it('orders values by count, then in Spanish', () => {
  const values = new FrequentValues()
  for (const text of ['Ñico', 'zeta', 'árbol', 'Nube', 'azul']) values.add(text, 2)
  values.add('', 3)
  expect(values.facet([], 0).values.map(({ text }) => text)).toEqual(['', 'árbol', 'azul', 'Nube', 'Ñico', 'zeta'])
})

it('keeps the 200 most frequent values', () => {
  const values = new FrequentValues()
  for (let index = 0; index < 5000; index++) values.add(`v${index}`, (index * 7919) % 5000)
  const { values: kept } = values.facet([], 0)
  expect(kept.map(({ count }) => count)).toEqual(Array.from({ length: 200 }, (_, place) => 4999 - place))
  expect(values.accepts(4799)).toBe(false)
  expect(values.accepts(4800)).toBe(true)
})

it('keeps the first 200 texts of equal counts', () => {
  const values = new FrequentValues()
  for (let index = 999; index >= 0; index--) values.add(`v${index}`, 1)
  expect(values.facet([], 0).values.map(({ text }) => text)).toEqual(
    Array.from({ length: 200 }, (_, place) => `v${place}`),
  )
})

it('returns requested values that are not among the most frequent ones, too', () => {
  const values = new FrequentValues()
  for (let index = 0; index < 300; index++) values.add(`v${index}`, 300 - index)
  const requested = [
    { text: 'v1', count: 299 },
    { text: 'v250', count: 50 },
    { text: 'none', count: 0 },
  ]
  const { values: listed, total } = values.facet(requested, 45_150)
  expect(listed).toHaveLength(202)
  expect(listed.slice(200)).toEqual(requested.slice(1))
  expect(total).toBe(45_150)
  expect(values.facet(requested, 45_150, 300).distinct).toBe(300)
})
