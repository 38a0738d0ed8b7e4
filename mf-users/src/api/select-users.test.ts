import { loadAnswered } from 'tab-testing'
import { expect, it } from 'vitest'
import { selectUsers } from './select-users'

it('asks for the users and keeps their specified fields', async () => {
  const { asked, rows } = await loadAnswered(selectUsers, [{ id: 1, name: 'Ana', password: 'x' }])
  expect(asked).toEqual([{ method: 'get', url: 'SelectUsers' }])
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
