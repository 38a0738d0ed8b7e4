import { describe, expect, it } from 'vitest'
import { orderRows } from './order-rows'
import type { Cell } from './parse-rows'

const ordered = (cells: Cell[], direction: 1 | -1 = 1) => orderRows(cells, (cell) => cell, direction)

describe('orderRows', () => {
  it('sorts numbers numerically, also when they are text', () => {
    expect(ordered([10, '9', -2, '100', 9.5, '-30'])).toEqual(['-30', -2, '9', 9.5, 10, '100'])
  })

  it('sorts text by Spanish collation', () => {
    expect(ordered(['zeta', 'ñandú', 'nube', 'Ábaco', 'oso', 'abeja'])).toEqual([
      'Ábaco',
      'abeja',
      'nube',
      'ñandú',
      'oso',
      'zeta',
    ])
  })

  it('sorts numbers within text numerically', () => {
    expect(ordered(['C10', 'C9', 'C100'])).toEqual(['C9', 'C10', 'C100'])
  })

  it('sorts dates in the format of the backend', () => {
    expect(ordered(['2026-02-01 00:00:00', '2025-12-31 23:59:59'])).toEqual([
      '2025-12-31 23:59:59',
      '2026-02-01 00:00:00',
    ])
  })

  it('puts numbers before text', () => {
    expect(ordered(['Ana', 3, '2'])).toEqual(['2', 3, 'Ana'])
  })

  it.each([1, -1] as const)('puts empty cells last, direction %i', (direction) => {
    expect(ordered([null, 1, '', 1], direction)).toEqual([1, 1, null, ''])
  })

  it.each([1, -1] as const)('is stable, direction %i', (direction) => {
    const rows = [
      { id: 'first', points: 1 },
      { id: 'second', points: 1 },
      { id: 'third', points: 1 },
    ]
    expect(orderRows(rows, ({ points }) => points, direction)).toEqual(rows)
  })

  it('sorts in descending order', () => {
    expect(ordered([1, 3, 2], -1)).toEqual([3, 2, 1])
  })

  it('does not change its argument', () => {
    const rows = [2, 1]
    ordered(rows)
    expect(rows).toEqual([2, 1])
  })
})
