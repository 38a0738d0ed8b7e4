import { describe, expect, it } from 'vitest'
import { firstRows } from './first-rows'

describe('firstRows', () => {
  it.each([
    ['{"data":[{"id":1},{"id":2},{"i', [{ id: 1 }, { id: 2 }]],
    ['{"data":{"data":[{"id":1},{"id":2}', [{ id: 1 }, { id: 2 }]],
    ['{"data":[{"id":1},{"name":"a}b}', [{ id: 1 }]],
    ['{"data":[{"id":{"a":1}},{"id":{"a":2}', [{ id: { a: 1 } }]],
    ['{"data":[{"id":1', undefined],
    ['<!doctype html><style>p{}</style>', undefined],
    ['{"message":{"text":"no"}', undefined],
    ['', undefined],
  ])('of %s', (beginning, rows) => {
    expect(firstRows(beginning)).toEqual(rows)
  })

  it('looks at the beginning only', () => {
    const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'Persona' }))
    const first = firstRows(JSON.stringify({ data: rows })) ?? []
    expect(first.length).toBeLessThan(1500)
    expect(first).toEqual(rows.slice(0, first.length))
    expect(first.length).toBeGreaterThan(500)
  })
})
