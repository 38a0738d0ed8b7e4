import { apiClient } from '@canje/shared-auth'
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { createListCache, type ListCache, type ListSource } from './list-cache'
import { loaderOf } from './load-rows'
import { nextTime } from './time'

let request: MockInstance<typeof apiClient.request>
const listOf = (path: string, fields: readonly string[]) => loaderOf(path, fields).list as ListSource
const users = listOf('SelectUsers', ['id', 'name'])
const codes = listOf('SelectCodes', ['id'])
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

const known = (lists: ListCache, list = users, since = 0) => lists.viewOf(list, since)
const onFailure = () => undefined
const loaded = (lists: ListCache) => vi.waitFor(() => expect(lists.stateOf(users)?.status).toBe('complete'))
const failed = (lists: ListCache) => vi.waitFor(() => expect(lists.stateOf(users)?.status).toBe('failed'))
const namesakes = async (lists: ListCache) =>
  known(lists).rows?.store.find({ column: { field: 'name' }, is: 'Ana', limit: 1 })

it('loads a list once, with its time, and rows can be found in it', async () => {
  const lists = createListCache()
  lists.read(users, 0)
  lists.read(users, 0)
  expect(known(lists)).toMatchObject({ pending: {}, rows: undefined })
  expect(lists.isForTab(users)).toBe(false)
  await loaded(lists)
  lists.read(users, 0)
  expect(await namesakes(lists)).toMatchObject({ rows: [{ id: 1 }], count: 2 })
  expect(known(lists).rows?.loadedAt).toBeInstanceOf(Date)
  expect(request).toHaveBeenCalledOnce()
})

it('leaves a request alone whose response has arrived', async () => {
  const lists = createListCache()
  const release = lists.read(users, 0)
  await loaded(lists)
  release()
  await Promise.resolve()
  expect(request).toHaveBeenLastCalledWith(
    expect.objectContaining({ fetchOptions: { abortSignal: expect.objectContaining({ aborted: false }) } }),
  )
})

it('loads again after a failure, at a retry or when it is needed next', async () => {
  const lists = createListCache()
  request.mockRejectedValueOnce(new Error('no')).mockRejectedValueOnce(new Error('no'))
  const release = lists.read(users, 0)
  await failed(lists)
  lists.retry(users)
  lists.retry(codes)
  await failed(lists)
  expect(request).toHaveBeenCalledTimes(2)
  release()
  lists.read(users, 0)
  await loaded(lists)
  expect(request).toHaveBeenCalledTimes(3)
})

it('loads again what was requested before a time, and keeps the rows until then', async () => {
  const lists = createListCache()
  lists.read(users, 0)
  await loaded(lists)
  const before = known(lists)
  const release = respondLater()
  const since = nextTime()
  lists.read(users, since)
  expect(known(lists, users, since)).toEqual({ ...before, isNew: false, pending: expect.anything() })
  release()
  await loaded(lists)
  expect(known(lists).rows).not.toBe(before.rows)
  lists.read(users, since)
  expect(request).toHaveBeenCalledTimes(2)
})

it('keeps the rows and their time when a renewal fails', async () => {
  const lists = createListCache()
  lists.read(users, 0)
  await loaded(lists)
  const before = known(lists)
  request.mockRejectedValueOnce(new Error('no'))
  const since = nextTime()
  lists.read(users, since)
  await failed(lists)
  expect(known(lists, users, since)).toEqual({ ...before, isNew: false, error: expect.anything() })
  expect(await namesakes(lists)).toMatchObject({ count: 2 })
})

it('cancels pending requests, which can be retried', async () => {
  const lists = createListCache()
  const release = respondLater()
  lists.read(users, 0)
  lists.cancel(users)
  lists.cancel(codes)
  await failed(lists)
  lists.retry(users)
  release()
  await loaded(lists)
})

it('cancels a request that nobody needs any more, without a failure', async () => {
  const lists = createListCache()
  const release = respondLater()
  const first = lists.read(users, 0)
  const second = lists.read(users, 0)
  first()
  await Promise.resolve()
  expect(known(lists).pending).toBeDefined()
  second()
  // Replaced by other details in the same task.
  const third = lists.read(users, 0)
  await Promise.resolve()
  expect(known(lists).pending).toBeDefined()
  expect(request).toHaveBeenCalledOnce()
  third()
  await Promise.resolve()
  await vi.waitFor(() => expect(request.mock.results[0]?.value).rejects.toThrow('cancelled'))
  expect(known(lists)).toMatchObject({ pending: undefined, error: undefined })

  lists.read(users, 0)
  release()
  await loaded(lists)
  expect(request).toHaveBeenCalledTimes(2)
})

it('cancels a pending request at the end of the session, and for a newer one', async () => {
  const lists = createListCache()
  respondLater()
  const cancelled = (index: number) =>
    vi.waitFor(() => expect(request.mock.results[index]?.value).rejects.toThrow('cancelled'))
  lists.read(users, 0)
  lists.read(users, nextTime())
  await cancelled(0)
  lists.close()
  await cancelled(1)
  expect(known(lists)).toMatchObject({ rows: undefined, pending: undefined })
})

describe('the fields of a list', () => {
  const withMail = { ...users, fields: ['id', 'mail'] }

  it('are those that anything has asked for, in one request each time there are more', async () => {
    const lists = createListCache()
    request.mockImplementation(async () => ({
      data: Response.json({ data: [{ id: 1, name: 'Ana', mail: 'a@x' }] }).body,
    }))
    lists.read(users, 0)
    await loaded(lists)
    expect(known(lists, withMail).rows).toBeUndefined()
    lists.read(withMail, 0)
    // What is known serves those to whom it suffices.
    expect(known(lists)).toMatchObject({ isNew: true, pending: undefined })
    await loaded(lists)
    const found = await known(lists, withMail).rows?.store.find({ column: { field: 'name' }, is: 'Ana', limit: 1 })
    expect(found?.rows).toEqual([{ id: 1, name: 'Ana', mail: 'a@x' }])
    lists.read(users, 0)
    expect(request).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['another path', listOf('SelectPeople', users.fields)],
    ['another method', loaderOf('SelectUsers', users.fields, 'prmName').list as ListSource],
  ])('are read again by %s', async (_difference, other) => {
    const lists = createListCache()
    lists.read(users, 0)
    lists.read(other, 0)
    await loaded(lists)
    expect(request).toHaveBeenCalledTimes(2)
  })
})

describe('a tab', () => {
  const MAIL = { ...users, fields: ['id', 'mail'] }

  it('waits for a pending request, whose first rows all get, and which others neither cancel nor abandon', async () => {
    const lists = createListCache()
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
    const release = lists.read(users, 0)
    lists.read(users, 0, onFailure)
    await vi.waitFor(() => expect(known(lists).arrived?.count).toBe(1))
    expect(known(lists)).toMatchObject({ rows: undefined, pending: {} })
    expect(lists.isForTab(users)).toBe(true)
    lists.cancel(users)
    release()
    await Promise.resolve()
    const settled = lists.settled(users)
    body?.enqueue(chunk('{"id":2}]}'))
    body?.close()
    expect((await settled)?.count).toBe(2)
    expect(request).toHaveBeenCalledOnce()
  })

  it('replaces the rows for everything by a later request, once', async () => {
    const lists = createListCache()
    lists.read(users, 0)
    await loaded(lists)
    const { rows: old } = known(lists)
    const close = old && vi.spyOn(old.store, 'close')
    const since = nextTime()
    lists.read(users, since)
    lists.read(users, since, onFailure)
    await lists.settled(users)
    expect(request).toHaveBeenCalledTimes(2)
    expect(close).toHaveBeenCalledOnce()
    expect(known(lists).rows?.sentAt).toBeGreaterThan(since)
  })

  it('with fields that the rows lack requests them once for all', async () => {
    const lists = createListCache()
    lists.read(users, 0)
    await loaded(lists)
    for (const list of [MAIL, MAIL, users]) {
      lists.read(list, 0, onFailure)
      await lists.settled(list)
    }
    expect(request).toHaveBeenCalledTimes(2)
    expect((await namesakes(lists))?.rows).toEqual([{ id: 1, name: 'Ana', mail: null }])
  })

  it('gets why its request failed, and so does everything else until a retry', async () => {
    const lists = createListCache()
    lists.read(users, 0)
    await loaded(lists)
    request.mockRejectedValueOnce(new Error('no'))
    const since = nextTime()
    lists.read(users, since, onFailure)
    expect(await lists.settled(users)).toBeUndefined()
    expect(known(lists, users, since)).toMatchObject({ rows: {}, error: new Error('no') })
    lists.retry(users)
    await loaded(lists)
    expect(request).toHaveBeenCalledTimes(3)
  })

  it('whose rows are too old requests them again, although a renewal has failed since', async () => {
    const lists = createListCache()
    lists.read(users, 0)
    await loaded(lists)
    const since = nextTime()
    request.mockRejectedValueOnce(new Error('no'))
    lists.read(users, since)
    await failed(lists)
    lists.read(users, since, onFailure)
    await loaded(lists)
    expect(request).toHaveBeenCalledTimes(3)
  })

  it('that failed makes whatever needs its list next request it again', async () => {
    const lists = createListCache()
    lists.read(users, 0, onFailure)()
    lists.read(users, 0)
    await loaded(lists)
    lists.expire(users)
    lists.read(users, 0)
    await loaded(lists)
    expect(request).toHaveBeenCalledTimes(2)
  })
})

it('keeps no failure for what needs no more fields when a request for more fails', async () => {
  const lists = createListCache()
  const withMail = { ...users, fields: ['id', 'mail'] }
  lists.read(users, 0)
  await loaded(lists)
  request.mockRejectedValueOnce(new Error('no'))
  lists.read(withMail, 0)
  await vi.waitFor(() => expect(known(lists, withMail)).toMatchObject({ pending: undefined, error: {} }))
  expect(known(lists)).toMatchObject({ rows: {}, error: undefined })
  lists.read(users, 0)
  expect(request).toHaveBeenCalledTimes(2)
})

it('forgets rows that are not kept once nothing needs them, and closes them', async () => {
  const lists = createListCache()
  const own = { ...users, isKept: false }
  const release = lists.read(own, 0)
  await loaded(lists)
  const { rows } = known(lists)
  const close = rows && vi.spyOn(rows.store, 'close')
  release()
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(lists.stateOf(own)).toBeUndefined()
})

it('closes its rows at the end of the session', async () => {
  const lists = createListCache()
  lists.read(users, 0)
  await loaded(lists)
  const { rows } = known(lists)
  const close = rows && vi.spyOn(rows.store, 'close')
  lists.close()
  expect(close).toHaveBeenCalledOnce()
})
