import { expect, it } from 'vitest'
import { fieldColumns } from './columns'

it('creates one column per field, in order, with its options', () => {
  expect(fieldColumns({ name: 'Nombre', id: { header: 'Id', width: 5, kind: 'number' } })).toEqual([
    { header: 'Nombre', field: 'name' },
    { header: 'Id', width: 5, kind: 'number', field: 'id' },
  ])
})
