import { type AnyRow, MemoryRows } from '@canje/large-table'
import { apiClient } from '@canje/shared-auth'
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import type { OfferedList } from './list-state'
import type { ListRequest } from './load-rows'
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
  const since = performance.now()
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
  lists.hold(users, performance.now())
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

it('drops the rows of a response that arrives after the end of the session', async () => {
  const lists = new SessionLists()
  const release = respondLater()
  lists.hold(users, 0)
  lists.close()
  release()
  await Promise.resolve()
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

describe('the rows of a tab', () => {
  const rows = (...names: string[]) => new MemoryRows<AnyRow>(names.map((name, id) => ({ id, name })))
  const NEW = new Date('2100-01-01')
  const OLD = new Date('2000-01-01')
  const offered = (shown: OfferedList['rows'], more: Partial<OfferedList> = {}): OfferedList => ({
    rows: shown,
    loadedAt: shown && NEW,
    isLoading: false,
    renewedAt: 0,
    ...more,
  })

  it('serve everything that needs the list, in place of a request, until they are withdrawn', async () => {
    const lists = new SessionLists()
    const shown = rows('Eva')
    const withdraw = lists.offer(users, offered(shown))
    lists.hold(users, 0)
    expect(lists.stateOf(users)).toEqual({
      rows: shown,
      loadedAt: NEW,
      isLoading: false,
      isRenewing: false,
      fault: undefined,
    })
    expect(request).not.toHaveBeenCalled()
    withdraw()
    await loaded(lists)
    expect(lists.stateOf(users).rows).not.toBe(shown)
    expect(request).toHaveBeenCalledOnce()
  })

  it('that replace others in the same task lead to no request', async () => {
    const lists = new SessionLists()
    const withdraw = lists.offer(users, offered(rows('Eva')))
    lists.hold(users, 0)
    withdraw()
    const next = rows('Ana')
    lists.offer(users, offered(next))
    await Promise.resolve()
    expect(lists.stateOf(users).rows).toBe(next)
    expect(request).not.toHaveBeenCalled()
  })

  it('that are still loading are waited for, and requested otherwise once their tab gives up', async () => {
    const lists = new SessionLists()
    const withdraw = lists.offer(users, offered(undefined, { isLoading: true }))
    lists.hold(users, 0)
    expect(lists.stateOf(users)).toMatchObject({ rows: undefined, isLoading: false, isRenewing: true })
    await Promise.resolve()
    expect(request).not.toHaveBeenCalled()
    withdraw()
    await loaded(lists)
  })

  it('without a field that is needed do not serve', async () => {
    const lists = new SessionLists()
    lists.offer({ ...users, fields: ['id'] }, offered(rows('Eva')))
    lists.hold(users, 0)
    await loaded(lists)
    expect(request).toHaveBeenCalledOnce()
  })

  it('are read again by a renewal elsewhere, not by that of their own tab', async () => {
    const lists = new SessionLists()
    const withdraw = lists.offer(users, offered(rows('Eva'), { loadedAt: OLD, renewedAt: 5 }))
    lists.hold(users, 5)
    expect(request).not.toHaveBeenCalled()
    lists.hold(users, 6)
    await loaded(lists)
    expect(await namesakes(lists)).toMatchObject({ count: 2 })
    // The newer rows serve the tab's own details too, until the tab has newer ones.
    withdraw()
    const newest = rows('Luis')
    lists.offer(users, offered(newest))
    expect(lists.stateOf(users).rows).toBe(newest)
    expect(request).toHaveBeenCalledOnce()
  })

  it('of a tab with fewer fields serve what needs no others, also when the request for all fails', async () => {
    const lists = new SessionLists()
    const shown = rows('Eva')
    lists.offer(users, offered(shown, { loadedAt: OLD }))
    lists.hold(users, 0)
    request.mockRejectedValueOnce(new Error('no'))
    const withMail = { ...users, fields: ['id', 'mail'] }
    lists.hold(withMail, 0)
    await vi.waitFor(() => expect(lists.stateOf(withMail)).toMatchObject({ isLoading: false, fault: {} }))
    expect(lists.stateOf(users)).toMatchObject({ rows: shown, fault: undefined })
    lists.hold(users, 0)
    expect(request).toHaveBeenCalledOnce()
  })

  it('keep their time beside the fault of a renewal, which can be retried, until newer ones are there', async () => {
    const lists = new SessionLists()
    const shown = rows('Eva')
    const withdraw = lists.offer(users, offered(shown, { loadedAt: OLD }))
    request.mockRejectedValueOnce(new Error('no')).mockRejectedValueOnce(new Error('no'))
    lists.hold(users, 1)
    await failed(lists)
    expect(lists.stateOf(users)).toMatchObject({ rows: shown, loadedAt: OLD })
    lists.retry([users])
    expect(lists.stateOf(users)).toMatchObject({ isLoading: true, fault: undefined })
    await failed(lists)
    withdraw()
    lists.offer(users, offered(shown))
    expect(lists.stateOf(users).fault).toBeUndefined()
    expect(request).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['closes', ['id', 'name'], 1],
    ['keeps', ['id', 'mail'], 0],
  ])('that are newer than those of a request %s the latter by fields %j', async (_what, fields, closed) => {
    const lists = new SessionLists()
    const list = { ...users, fields }
    lists.hold(list, 0)
    await vi.waitFor(() => expect(lists.stateOf(list).rows).toBeDefined())
    const { rows: own } = lists.stateOf(list)
    if (!own) throw new Error('The list is not loaded.')
    const close = vi.spyOn(own, 'close')
    const shown = rows('Eva')
    lists.offer(users, offered(shown))
    expect(close).toHaveBeenCalledTimes(closed)
    expect(lists.stateOf(list).rows).toBe(closed ? shown : own)
    expect(lists.stateOf(users).rows).toBe(shown)
  })

  it('are not closed with the session, which does not own them', () => {
    const lists = new SessionLists()
    const shown = rows('Eva')
    const close = vi.spyOn(shown, 'close')
    const withdraw = lists.offer(users, offered(shown))
    lists.hold(users, 0)
    lists.close()
    withdraw()
    expect(close).not.toHaveBeenCalled()
  })
})
