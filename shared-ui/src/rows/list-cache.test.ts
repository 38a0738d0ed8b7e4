import { apiClient } from '@canje/shared-auth'
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { loaderOf } from './list'
import { createListCache, type ListCache, type ListSource } from './list-cache'
import { nextTime } from './time'

let request: MockInstance<typeof apiClient.request>
const listOf = (path: string, fields: readonly string[]) => loaderOf(path, fields).list as ListSource
const users = listOf('SelectUsers', ['id', 'name'])
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
const loaded = (lists: ListCache) => vi.waitFor(() => expect(lists.stateOf(users)?.status).toBe('complete'))

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

it('cancels a pending request for a newer one, and at the end of the session, which closes its rows', async () => {
  const lists = createListCache()
  lists.read(users, 0)
  await loaded(lists)
  const { rows } = known(lists)
  const close = rows && vi.spyOn(rows.store, 'close')
  respondLater()
  const cancelled = (index: number) =>
    vi.waitFor(() => expect(request.mock.results[index]?.value).rejects.toThrow('cancelled'))
  lists.read(users, nextTime())
  lists.read(users, nextTime())
  await cancelled(1)
  expect(close).not.toHaveBeenCalled()
  lists.close()
  await cancelled(2)
  expect(close).toHaveBeenCalledOnce()
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

it('makes a tab wait for a pending request, whose first rows all get, and which others neither cancel nor abandon', async () => {
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
  lists.read(users, 0, () => undefined)
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
