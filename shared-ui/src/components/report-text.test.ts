import { expect, it } from 'vitest'
import { reportText } from './report-text'

it.each([
  [{ first: 0, size: 10, count: 500, total: 500 }, '1–10 de 500'],
  [{ first: 490, size: 10, count: 500, total: 500 }, '491–500 de 500'],
  [{ first: 10, size: 10, count: 12, total: 500 }, '11–12 de 12 (de 500)'],
  [{ first: 49_990, size: 10, count: 100_000, total: 100_000 }, '49.991–50.000 de 100.000'],
  [{ first: 0, size: 10, count: 0, total: 500 }, '0 de 500'],
  [{ first: 0, size: 10, count: undefined, total: undefined }, '0 de 0'],
])('reports %o as %s', (report, text) => {
  expect(reportText(report)).toBe(text)
})
