import { loadFromResponse } from '@canje/tab-testing'
import { expect, it } from 'vitest'
import { userList } from './users'

it('requests the users and keeps the displayed fields', async () => {
  const { requests, rows } = await loadFromResponse(userList.load, [{ id: 1, name: 'Ana', password: 'x' }])
  expect(requests).toEqual([{ method: 'get', url: 'SelectUsers' }])
  expect(rows).toEqual([{ id: 1, name: 'Ana', total_points: null, date: null }])
})
