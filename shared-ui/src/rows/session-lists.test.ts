import { apiClient } from '@canje/shared-auth'
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import type { ListRequest } from './load-rows'
import { nextMoment } from './moment'
import { SessionLists } from './session-lists'

let request: MockInstance<typeof apiClient.request>
const users: ListRequest = { method: 'get', url: 'SelectUsers', fields: ['id', 'name'] }
const codes: ListRequest = { method: 'get', url: 'SelectCodes', fields: ['id'] }
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
  vi.waitFor(() => expect(lists.stateOf(users)).toMatchObject({ isLoading: false, fault: undefined, rows: {} }))
const failed = (lists: SessionLists) =>
  vi.waitFor(() => expect(lists.stateOf(users)).toMatchObject({ isLoading: false, fault: {} }))
const namesakes = async (lists: SessionLists) =>
  lists.stateOf(users).rows?.find({ column: { field: 'name' }, is: 'Ana', limit: 1 })

it('loads a list once, with its time, and rows can be found in it', async () => {
  const lists = new SessionLists()
  lists.hold(users, 0)
  lists.hold(users, 0)
  expect(lists.stateOf(users)).toMatchObject({ isLoading: true, loadedAt: undefined })
  await loaded(lists)
  lists.hold(users, 0)
  expect(await namesakes(lists)).toMatchObject({ rows: [{ id: 1 }], count: 2 })
  expect(lists.stateOf(users).loadedAt).toBeInstanceOf(Date)
  expect(request).toHaveBeenCalledOnce()
})

it('loads again after a failure, at a retry or when it is needed next', async () => {
  const lists = new SessionLists()
  request.mockRejectedValueOnce(new Error('no')).mockRejectedValueOnce(new Error('no'))
  const release = lists.hold(users, 0)
  await failed(lists)
  lists.retry([users, codes])
  await failed(lists)
  expect(request).toHaveBeenCalledTimes(2)
  release()
  lists.hold(users, 0)
  await loaded(lists)
  expect(request).toHaveBeenCalledTimes(3)
})

it('loads again what was requested before a time, and keeps the rows until then', async () => {
  const lists = new SessionLists()
  lists.hold(users, 0)
  await loaded(lists)
  const before = lists.stateOf(users)
  const release = respondLater()
  const since = nextMoment()
  lists.hold(users, since)
  expect(lists.stateOf(users)).toEqual({ ...before, isLoading: true })
  release()
  await loaded(lists)
  expect(lists.stateOf(users).rows).not.toBe(before.rows)
  lists.hold(users, since)
  expect(request).toHaveBeenCalledTimes(2)
})

it('keeps the rows and their time when a renewal fails', async () => {
  const lists = new SessionLists()
  lists.hold(users, 0)
  await loaded(lists)
  const before = lists.stateOf(users)
  request.mockRejectedValueOnce(new Error('no'))
  lists.hold(users, nextMoment())
  await failed(lists)
  expect(lists.stateOf(users)).toEqual({ ...before, fault: expect.anything() })
  expect(await namesakes(lists)).toMatchObject({ count: 2 })
})

it('cancels pending requests, which can be retried', async () => {
  const lists = new SessionLists()
  const release = respondLater()
  lists.hold(users, 0)
  lists.cancel([users, codes])
  await failed(lists)
  lists.retry([users])
  release()
  await loaded(lists)
})

it('cancels a request that nobody needs any more, without a failure', async () => {
  const lists = new SessionLists()
  const release = respondLater()
  const first = lists.hold(users, 0)
  const second = lists.hold(users, 0)
  first()
  await Promise.resolve()
  expect(lists.stateOf(users).isLoading).toBe(true)
  second()
  // Replaced by other details in the same task.
  const third = lists.hold(users, 0)
  await Promise.resolve()
  expect(lists.stateOf(users).isLoading).toBe(true)
  expect(request).toHaveBeenCalledOnce()
  third()
  await Promise.resolve()
  await vi.waitFor(() => expect(request.mock.results[0]?.value).rejects.toThrow('cancelled'))
  expect(lists.stateOf(users)).toMatchObject({ isLoading: false, fault: undefined })

  lists.hold(users, 0)
  release()
  await loaded(lists)
  expect(request).toHaveBeenCalledTimes(2)
})

it('cancels a pending request at the end of the session, and for a newer one', async () => {
  const lists = new SessionLists()
  respondLater()
  const cancelled = (index: number) =>
    vi.waitFor(() => expect(request.mock.results[index]?.value).rejects.toThrow('cancelled'))
  lists.hold(users, 0)
  lists.hold(users, nextMoment())
  await cancelled(0)
  lists.close()
  await cancelled(1)
  expect(lists.stateOf(users)).toMatchObject({ rows: undefined, isLoading: false })
})

describe('the fields of a list', () => {
  const withMail: ListRequest = { ...users, fields: ['id', 'mail'] }

  it('are those that anything has asked for, in one request each time there are more', async () => {
    const lists = new SessionLists()
    request.mockImplementation(async () => ({
      data: Response.json({ data: [{ id: 1, name: 'Ana', mail: 'a@x' }] }).body,
    }))
    lists.hold(users, 0)
    await loaded(lists)
    expect(lists.stateOf(withMail).rows).toBeUndefined()
    lists.hold(withMail, 0)
    // What is known serves those to whom it suffices.
    expect(lists.stateOf(users)).toMatchObject({ rows: {}, isLoading: true })
    await loaded(lists)
    const found = await lists.stateOf(withMail).rows?.find({ column: { field: 'name' }, is: 'Ana', limit: 1 })
    expect(found?.rows).toEqual([{ id: 1, name: 'Ana', mail: 'a@x' }])
    lists.hold(users, 0)
    expect(request).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['another path', { ...users, url: 'SelectPeople' }],
    ['another method', { ...users, method: 'post' }],
    ['another body', { ...users, data: {} }],
  ] as const)('are read again by %s', async (_difference, other) => {
    const lists = new SessionLists()
    lists.hold(users, 0)
    lists.hold(other, 0)
    await loaded(lists)
    expect(request).toHaveBeenCalledTimes(2)
  })
})

describe('a tab', () => {
  const MAIL = { ...users, fields: ['id', 'mail'] }

  function read(lists: SessionLists, list = users, since = 0) {
    const controller = new AbortController()
    const onArrival = vi.fn()
    const loaded = lists.read(list, { since, signal: controller.signal, onArrival })
    loaded.catch(() => undefined)
    return { loaded, onArrival, leave: () => controller.abort() }
  }

  it('reads the rows that something has loaded, with their time, and closes its own share', async () => {
    const lists = new SessionLists()
    lists.hold(users, 0)
    await loaded(lists)
    const { rows, loadedAt } = lists.stateOf(users)
    const close = rows && vi.spyOn(rows, 'close')
    const tab = await read(lists).loaded
    expect(tab.loadedAt).toBe(loadedAt)
    tab.rows.close()
    expect(close).not.toHaveBeenCalled()
    expect(request).toHaveBeenCalledOnce()
  })

  it('shares its rows with everything that needs the list, also after it is gone', async () => {
    const lists = new SessionLists()
    const { loadedAt, rows } = await read(lists).loaded
    rows.close()
    lists.hold(users, 0)
    expect(lists.stateOf(users)).toMatchObject({ loadedAt, isLoading: false, isRenewing: false, fault: undefined })
    expect(await namesakes(lists)).toMatchObject({ count: 2 })
    expect(request).toHaveBeenCalledOnce()
  })

  it('waits for a pending request, whose first rows it gets, and which others neither cancel nor abandon', async () => {
    const lists = new SessionLists()
    const chunk = (text: string) => new TextEncoder().encode(text)
    let body: ReadableStreamDefaultController | undefined
    request.mockImplementation(async () => ({
      data: new ReadableStream({
        type: 'bytes',
        start: (controller) => {
          body = controller
          controller.enqueue(chunk('{"data":[{"id":1,"name":"Ana"},'))
        },
      }),
    }))
    const release = lists.hold(users, 0)
    const early = read(lists)
    await vi.waitFor(() => expect(early.onArrival).toHaveBeenCalledOnce())
    const late = read(lists)
    expect(late.onArrival.mock.calls).toEqual(early.onArrival.mock.calls)
    expect(lists.stateOf(users)).toMatchObject({ rows: undefined, isLoading: false, isRenewing: true })
    lists.cancel([users])
    early.leave()
    release()
    await Promise.resolve()
    body?.enqueue(chunk('{"id":2}]}'))
    body?.close()
    expect((await late.loaded).rows.count).toBe(2)
    await expect(early.loaded).rejects.toThrow()
    expect(request).toHaveBeenCalledOnce()
  })

  it('that leaves cancels a request that nothing else needs', async () => {
    const lists = new SessionLists()
    respondLater()
    const tab = read(lists)
    tab.leave()
    await vi.waitFor(() => expect(request.mock.results[0]?.value).rejects.toThrow('cancelled'))
    expect(lists.stateOf(users)).toMatchObject({ isRenewing: false, fault: undefined })
  })

  it('replaces the rows for everything by a later request, once', async () => {
    const lists = new SessionLists()
    lists.hold(users, 0)
    await loaded(lists)
    const { rows: old, loadedAt } = lists.stateOf(users)
    const close = old && vi.spyOn(old, 'close')
    const since = nextMoment()
    lists.hold(users, since)
    const tab = await read(lists, users, since).loaded
    expect(request).toHaveBeenCalledTimes(2)
    expect(close).toHaveBeenCalledOnce()
    expect(lists.stateOf(users).loadedAt).toBe(tab.loadedAt)
    expect(lists.readNewer(users, loadedAt, since)).toMatchObject({ loadedAt: tab.loadedAt })
    expect(lists.readNewer(users, tab.loadedAt, since)).toBeUndefined()
    expect(lists.readNewer(users, loadedAt, performance.now() + 1)).toBeUndefined()
  })

  it('with fields that the rows lack requests them once for all', async () => {
    const lists = new SessionLists()
    lists.hold(users, 0)
    await loaded(lists)
    await read(lists, MAIL).loaded
    await read(lists, MAIL).loaded
    await read(lists).loaded
    expect(request).toHaveBeenCalledTimes(2)
    expect((await namesakes(lists))?.rows).toEqual([{ id: 1, name: 'Ana', mail: null }])
  })

  it('gets why its request failed, and so does everything else until a retry', async () => {
    const lists = new SessionLists()
    await read(lists).loaded
    const failure = new Error('no')
    request.mockRejectedValueOnce(failure)
    const tab = read(lists, users, nextMoment())
    await expect(tab.loaded).rejects.toThrow('no')
    expect(lists.stateOf(users)).toMatchObject({ rows: {}, fault: {} })
    lists.retry([users])
    await loaded(lists)
    expect(request).toHaveBeenCalledTimes(3)
  })

  it('whose rows are too old requests them again, although a renewal has failed since', async () => {
    const lists = new SessionLists()
    await read(lists).loaded
    const since = nextMoment()
    request.mockRejectedValueOnce(new Error('no'))
    lists.hold(users, since)
    await failed(lists)
    await read(lists, users, since).loaded
    expect(request).toHaveBeenCalledTimes(3)
  })
})

it('keeps no fault for what needs no more fields when a request for more fails', async () => {
  const lists = new SessionLists()
  const withMail = { ...users, fields: ['id', 'mail'] }
  lists.hold(users, 0)
  await loaded(lists)
  request.mockRejectedValueOnce(new Error('no'))
  lists.hold(withMail, 0)
  await vi.waitFor(() => expect(lists.stateOf(withMail)).toMatchObject({ isLoading: false, fault: {} }))
  expect(lists.stateOf(users)).toMatchObject({ rows: {}, fault: undefined })
  lists.hold(users, 0)
  expect(request).toHaveBeenCalledTimes(2)
})

it('closes its rows at the end of the session, not those of a tab', async () => {
  const lists = new SessionLists()
  const { rows } = await lists.read(users, { since: 0, signal: new AbortController().signal, onArrival: vi.fn() })
  const { rows: own } = lists.stateOf(users)
  const closes = [own, rows].map((store) => store && vi.spyOn(store, 'close'))
  lists.close()
  expect(closes.map((close) => close?.mock.calls.length)).toEqual([1, 0])
})
