import { apiClient } from 'shared-auth'
import { expect, it, vi } from 'vitest'
import { selectUsers } from './select-users'

it('asks for the users and keeps their specified fields', async () => {
  const get = vi.spyOn(apiClient, 'get').mockResolvedValue({ data: [{ id: 1, name: 'Ana', password: 'x' }] })
  const { signal } = new AbortController()

  const [user] = await selectUsers(signal)

  expect(get.mock.calls).toEqual([['SelectUsers', { signal }]])
  expect(user).toEqual({
    id: 1,
    name: 'Ana',
    mail: null,
    phone: null,
    identification_number: null,
    total_points: null,
    cityName: null,
    documentType: null,
    date: null,
  })
})
