import { describe, expect, it } from 'vitest'
import { cellText, displayCell } from './cell-display'

describe('displayCell', () => {
  it('displays values unchanged, and a missing one as null', () => {
    const fields = [{ field: 'name' }, { field: 'id' }, { field: 'absent' }]
    expect(fields.map((field) => displayCell({ id: 7, name: null }, field))).toEqual([
      { value: null },
      { value: 7 },
      { value: null },
    ])
  })

  it('displays the mapped texts of values', () => {
    const unassigned = { text: 'No asignado', severity: 'warning' } as const
    const column = { field: 'userName', display: { map: [[null, unassigned]] } } as const
    expect(displayCell({ userName: null }, column)).toEqual({ value: 'No asignado', severity: 'warning' })
    expect(displayCell({ userName: '' }, column)).toEqual({ value: '' })
    expect(displayCell({ userName: 'Ana' }, column)).toEqual({ value: 'Ana' })
  })

  it('distinguishes 1, "1" and true', () => {
    const display = { map: [[1, { text: 'number' }]] as const, fallback: { text: 'other' } }
    const column = { field: 'used', display }
    expect([1, '1', true, null].map((used) => displayCell({ used }, column).value)).toEqual([
      'number',
      'other',
      'other',
      'other',
    ])
  })
})

describe('cellText', () => {
  it.each([
    [null, ''],
    ['', ''],
    [0, '0'],
    [-1.5, '-1.5'],
    [true, 'true'],
    ['Ana', 'Ana'],
  ])('formats %j as %j', (cell, text) => {
    expect(cellText(cell)).toBe(text)
  })
})
