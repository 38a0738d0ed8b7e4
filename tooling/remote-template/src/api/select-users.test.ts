import { loadAnswered } from 'tab-testing'
import { expect, it } from 'vitest'
import { selectUsers } from './select-users'

it('asks for the users and keeps the fields that the table shows', async () => {
  const { asked, rows } = await loadAnswered(selectUsers, [{ id: 1, name: 'Ana', password: 'x' }])
  expect(asked).toEqual([{ method: 'get', url: 'SelectUsers' }])
  expect(rows).toEqual([{ id: 1, name: 'Ana', total_points: null, date: null }])
})
