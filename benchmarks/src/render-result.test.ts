import { expect, it } from 'vitest'
import { renderMeasured, renderResult } from './render-result'
import type { Result } from './results'
import { measure } from './suite'

const result: Result = {
  suite: 'tables',
  title: 'Big tables',
  commit: 'abc1234',
  date: '2026-01-02T03:04:05.000Z',
  machine: '2 × Some CPU',
  measures: [
    measure('sorting | painted', { unit: 'ms', subject: [1.234, 2.5, 12], reference: [1000, 2000, 6000] }),
    measure('a page', { unit: 'KB', subject: [200] }),
    measure('memory', { unit: 'MB', subject: [8, 9, 12] }),
  ],
}

it('renders a result as a Markdown table', () => {
  expect(renderResult(result)).toBe(`# Big tables

Medians, with the first and third quartile in brackets.

| measure | runs | reference | Canje | ratio |
| --- | --- | --- | --- | --- |
| sorting \\| painted | 3 | 2,000 (1,500 to 4,000) ms | 2.5 (1.87 to 7.25) ms | 0.00125 (0.00124 to 0.00163) |
| a page | 1 |  | 200 KB |  |
| memory | 3 |  | 9 (8.5 to 10.5) MB |  |

2 × Some CPU; commit abc1234, 2026-01-02.
`)
})

it('renders a measure as one line', () => {
  expect(result.measures.map(renderMeasured)).toEqual([
    'sorting | painted: 2.5 (1.87 to 7.25) ms, ratio 0.00125 (0.00124 to 0.00163)',
    'a page: 200 KB',
    'memory: 9 (8.5 to 10.5) MB',
  ])
})
