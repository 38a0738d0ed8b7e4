import { loadFromResponse } from '@canje/tab-testing'
import { expect, it } from 'vitest'
import { selectUsers } from './select-users'

it('requests the users and keeps the specified fields', async () => {
  const { requests, rows } = await loadFromResponse(selectUsers, [{ id: 1, name: 'Ana', password: 'x' }])
  expect(requests).toEqual([{ method: 'get', url: 'SelectUsers' }])
  expect(rows).toEqual([
    {
      id: 1,
      name: 'Ana',
      mail: null,
      phone: null,
      identification_number: null,
      total_points: null,
      cityName: null,
      documentType: null,
      date: null,
    },
  ])
})
