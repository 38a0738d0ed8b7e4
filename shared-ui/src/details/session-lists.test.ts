import { apiClient } from '@canje/shared-auth'
import { beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { SessionLists } from './session-lists'

let request: MockInstance<typeof apiClient.request>
const USERS = [
  { id: 1, name: 'Ana' },
  { id: 2, name: 'Ana' },
]
const respond = async () => ({ data: Response.json({ data: USERS }).body })
/** Responds once the test says so, unless the request is cancelled. */
function respondLater() {
  const pending: (() => void)[] = []
  request.mockImplementation(({ fetchOptions }) => {
    const { abortSignal } = fetchOptions as { abortSignal: AbortSignal }
    return new Promise((resolve, reject) => {
      pending.push(() => respond().then(resolve))
      abortSignal.addEventListener('abort', () => reject(new Error('cancelled')))
    })
  })
  return () => {
    for (const release of pending.splice(0)) release()
  }
}

beforeEach(() => {
  request = vi.spyOn(apiClient, 'request').mockImplementation(respond)
})

const loaded = (lists: SessionLists) =>
  vi.waitFor(() => expect(lists.stateOf('SelectUsers')).toMatchObject({ isLoading: false, fault: undefined, rows: {} }))
const failed = (lists: SessionLists) =>
  vi.waitFor(() => expect(lists.stateOf('SelectUsers')).toMatchObject({ isLoading: false, fault: {} }))
const namesakes = async (lists: SessionLists) =>
  lists.stateOf('SelectUsers').rows?.find({ column: { field: 'name' }, is: 'Ana', limit: 1 })

it('loads a list once, with its time, and rows can be found in it', async () => {
  const lists = new SessionLists()
  lists.hold('SelectUsers', 0)
  lists.hold('SelectUsers', 0)
  expect(lists.stateOf('SelectUsers')).toMatchObject({ isLoading: true, loadedAt: undefined })
  await loaded(lists)
  lists.hold('SelectUsers', 0)
  expect(await namesakes(lists)).toMatchObject({ rows: [{ id: 1 }], count: 2 })
  expect(lists.stateOf('SelectUsers').loadedAt).toBeInstanceOf(Date)
  expect(request).toHaveBeenCalledOnce()
})

it('loads again after a failure, at a retry or when it is needed next', async () => {
  const lists = new SessionLists()
  request.mockRejectedValueOnce(new Error('no')).mockRejectedValueOnce(new Error('no'))
  const release = lists.hold('SelectUsers', 0)
  await failed(lists)
  lists.retry(['SelectUsers', 'SelectCodes'])
  await failed(lists)
  expect(request).toHaveBeenCalledTimes(2)
  release()
  lists.hold('SelectUsers', 0)
  await loaded(lists)
  expect(request).toHaveBeenCalledTimes(3)
})

it('loads again what was requested before a time, and keeps the rows until then', async () => {
  const lists = new SessionLists()
  lists.hold('SelectUsers', 0)
  await loaded(lists)
  const before = lists.stateOf('SelectUsers')
  const release = respondLater()
  const since = performance.now()
  lists.hold('SelectUsers', since)
  expect(lists.stateOf('SelectUsers')).toEqual({ ...before, isLoading: true })
  release()
  await loaded(lists)
  expect(lists.stateOf('SelectUsers').rows).not.toBe(before.rows)
  lists.hold('SelectUsers', since)
  expect(request).toHaveBeenCalledTimes(2)
})

it('keeps the rows and their time when a renewal fails', async () => {
  const lists = new SessionLists()
  lists.hold('SelectUsers', 0)
  await loaded(lists)
  const before = lists.stateOf('SelectUsers')
  request.mockRejectedValueOnce(new Error('no'))
  lists.hold('SelectUsers', performance.now())
  await failed(lists)
  expect(lists.stateOf('SelectUsers')).toEqual({ ...before, fault: expect.anything() })
  expect(await namesakes(lists)).toMatchObject({ count: 2 })
})

it('cancels pending requests, which can be retried', async () => {
  const lists = new SessionLists()
  const release = respondLater()
  lists.hold('SelectUsers', 0)
  lists.cancel(['SelectUsers', 'SelectCodes'])
  await failed(lists)
  lists.retry(['SelectUsers'])
  release()
  await loaded(lists)
})

it('cancels a request that nobody needs any more, without a failure', async () => {
  const lists = new SessionLists()
  const release = respondLater()
  const first = lists.hold('SelectUsers', 0)
  const second = lists.hold('SelectUsers', 0)
  first()
  await Promise.resolve()
  expect(lists.stateOf('SelectUsers').isLoading).toBe(true)
  second()
  // Replaced by other details in the same task.
  const third = lists.hold('SelectUsers', 0)
  await Promise.resolve()
  expect(lists.stateOf('SelectUsers').isLoading).toBe(true)
  expect(request).toHaveBeenCalledOnce()
  third()
  await Promise.resolve()
  await vi.waitFor(() => expect(request.mock.results[0]?.value).rejects.toThrow('cancelled'))
  expect(lists.stateOf('SelectUsers')).toMatchObject({ isLoading: false, fault: undefined })

  lists.hold('SelectUsers', 0)
  release()
  await loaded(lists)
  expect(request).toHaveBeenCalledTimes(2)
})

it('drops the rows of a response that arrives after the end of the session', async () => {
  const lists = new SessionLists()
  const release = respondLater()
  lists.hold('SelectUsers', 0)
  lists.close()
  release()
  await Promise.resolve()
  expect(lists.stateOf('SelectUsers')).toMatchObject({ rows: undefined, isLoading: false })
})
