import { expect, it } from 'vitest'
import { fieldColumns } from './columns'

it('creates one column per field, in order', () => {
  expect(fieldColumns<'id' | 'name'>({ name: 'Nombre', id: 'Id' })).toEqual([
    { header: 'Nombre', field: 'name' },
    { header: 'Id', field: 'id' },
  ])
})

it('keeps the options of a column', () => {
  expect(fieldColumns({ id: { header: 'Id', width: 5, kind: 'number' }, name: 'Nombre' })).toEqual([
    { header: 'Id', width: 5, kind: 'number', field: 'id' },
    { header: 'Nombre', field: 'name' },
  ])
})
