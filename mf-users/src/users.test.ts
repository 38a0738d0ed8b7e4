import { loadFromResponse } from '@canje/tab-testing'
import { expect, it } from 'vitest'
import { users } from './users'

it('requests the users and keeps the specified fields', async () => {
  const { requests, rows } = await loadFromResponse(users.load, [{ id: 1, name: 'Ana', password: 'x' }])
  expect(requests).toEqual([{ method: 'get', url: 'SelectUsers' }])
  expect(rows).toEqual([expect.objectContaining({ id: 1, name: 'Ana', mail: null })])
  expect(rows[0]).not.toHaveProperty('password')
})

it('says which points and which dates its columns have', () => {
  const described = users.columns.flatMap(({ header, description }) => (description ? [[header, description]] : []))
  expect(Object.fromEntries(described)).toEqual({
    Puntaje: 'Total de la persona: puntos propios y puntos por referir',
    Fecha: 'Fecha de registro del usuario',
  })
})
