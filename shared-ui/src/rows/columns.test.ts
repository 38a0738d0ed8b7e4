import { expect, it } from 'vitest'
import { fieldColumns } from './columns'

it('creates one column per field, in order', () => {
  expect(fieldColumns<'id' | 'name'>({ name: 'Nombre', id: 'Id' })).toEqual([
    { header: 'Nombre', field: 'name' },
    { header: 'Id', field: 'id' },
  ])
})
