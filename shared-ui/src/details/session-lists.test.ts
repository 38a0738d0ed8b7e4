import { apiClient } from '@canje/shared-auth'
import { beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { SessionLists } from './session-lists'

let request: MockInstance<typeof apiClient.request>
const USERS = [
  { id: 1, name: 'Ana' },
  { id: 2, name: 'Ana' },
]
const respond = async () => ({ data: Response.json({ data: USERS }).body })
const ana = { column: { field: 'name' }, is: 'Ana', limit: 1 }

beforeEach(() => {
  request = vi.spyOn(apiClient, 'request').mockImplementation(respond)
})

it('loads a list once, and finds rows in it', async () => {
  const lists = new SessionLists()
  const [one, other] = await Promise.all([lists.find('SelectUsers', ana), lists.find('SelectUsers', ana)])
  expect(one).toMatchObject({ rows: [{ id: 1 }], count: 2 })
  expect(other).toEqual(one)
  expect(request).toHaveBeenCalledOnce()
  expect(lists.state).toMatchObject({ pending: 0, failed: false })
  expect(lists.state.loadedAt).toBeInstanceOf(Date)
})

it('loads again after a failure, and after a refresh', async () => {
  const lists = new SessionLists()
  request.mockRejectedValueOnce(new Error('no'))
  await expect(lists.find('SelectUsers', ana)).rejects.toThrow('no')
  expect(lists.state).toMatchObject({ pending: 0, failed: true, version: 0 })
  lists.retry()
  expect(lists.state).toMatchObject({ failed: false, version: 1 })
  await lists.find('SelectUsers', ana)
  lists.refresh()
  await lists.find('SelectUsers', ana)
  expect(request).toHaveBeenCalledTimes(3)
})

it('cancels pending requests, and keeps loaded lists', async () => {
  const lists = new SessionLists()
  await lists.find('SelectUsers', ana)
  request.mockImplementation(async ({ fetchOptions }) => {
    const { abortSignal } = fetchOptions as { abortSignal: AbortSignal }
    return new Promise((_resolve, reject) =>
      abortSignal.addEventListener('abort', () => reject(new Error('cancelled'))),
    )
  })
  const pending = lists.find('SelectReport', { ...ana, column: { field: 'code' } })
  expect(lists.state.pending).toBe(1)
  lists.cancel()
  await expect(pending).rejects.toThrow('cancelled')
  expect(await lists.find('SelectUsers', ana)).toMatchObject({ count: 2 })
})
