import { expect, it } from 'vitest'
import { orderRows } from './order-rows'
import type { Cell } from './parse-rows'

const ordered = (cells: readonly Cell[], direction: 1 | -1 = 1) => orderRows(cells, (cell) => cell, direction)

it.each<[string, Cell[]]>([
  ['numbers numerically, also when they are text', ['-30', -2, '9', 9.5, 10, '100']],
  ['integers of any size exactly', ['-9007199254740993', -9007199254740992n, '9007199254740992', 9007199254740993n]],
  ['text by Spanish collation', ['Ábaco', 'abeja', 'nube', 'ñandú', 'oso', 'zeta']],
  ['numbers within text numerically', ['C9', 'C10', 'C100']],
  ['dates in the format of the backend', ['2025-12-31 23:59:59', '2026-02-01 00:00:00']],
  ['numbers before text', ['2', 3, 'Ana']],
])('sorts %s', (_what, cells) => {
  expect(ordered(cells.toReversed())).toEqual(cells)
  expect(ordered(cells, -1)).toEqual(cells.toReversed())
})

it.each([1, -1] as const)('is stable and puts empty cells last, direction %i', (direction) => {
  const rows = [null, 1, '', 1].map((points, id) => ({ id, points }))
  expect(orderRows(rows, ({ points }) => points, direction).map(({ id }) => id)).toEqual([1, 3, 0, 2])
})
