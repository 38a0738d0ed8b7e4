import { describe, expect, it } from 'vitest'
import { cellText, fieldColumns, shownCell } from './columns'

describe('fieldColumns', () => {
  it('shows fields as they are, in order', () => {
    const columns = fieldColumns<'id' | 'name'>({ name: 'Nombre', id: 'Id' })
    expect(columns.map((column) => [column.header, shownCell({ id: 7, name: null }, column)])).toEqual([
      ['Nombre', null],
      ['Id', 7],
    ])
  })
})

describe('shownCell', () => {
  it('shows texts in place of the values that have one', () => {
    const column = { field: 'userName', texts: [[null, 'No asignado']] as const }
    expect(shownCell({ userName: null }, column)).toBe('No asignado')
    expect(shownCell({ userName: '' }, column)).toBe('')
    expect(shownCell({ userName: 'Ana' }, column)).toBe('Ana')
  })

  it('tells 1, "1" and true apart', () => {
    const column = { field: 'used', texts: [[1, 'number']] as const, otherwise: 'other' }
    expect([1, '1', true, null].map((used) => shownCell({ used }, column))).toEqual([
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
  ])('of %j is %j', (cell, text) => {
    expect(cellText(cell)).toBe(text)
  })
})
