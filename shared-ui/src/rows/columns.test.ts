import { describe, expect, it } from 'vitest'
import { cellText, fieldColumns } from './columns'

describe('fieldColumns', () => {
  it('shows fields as they are, in order', () => {
    const columns = fieldColumns<'id' | 'name'>({ name: 'Nombre', id: 'Id' })
    expect(columns.map(({ header, value }) => [header, value({ id: 7, name: null })])).toEqual([
      ['Nombre', null],
      ['Id', 7],
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
