import { allRows } from '@canje/large-table'
import { apiClient } from '@canje/shared-auth'
import { describe, expect, it, vi } from 'vitest'
import { loaderOf, type RowsRequest } from './list'

const all = { first: 0, size: 10, query: allRows }

function respondWith(text: string) {
  return vi.spyOn(apiClient, 'request').mockResolvedValue({ data: new Response(text).body })
}

function request<R>(filter?: string): RowsRequest<R> {
  return { filter, signal: new AbortController().signal, onArrival: vi.fn() }
}

describe('a loader', () => {
  const load = loaderOf('SelectUsers', ['id', 'name'])

  it('requests the rows and keeps their fields', async () => {
    const sent = respondWith('{"data":{"data":[{"id":1,"other":"x"}]}}')
    expect(await load(request()).then((rows) => rows.page(all))).toMatchObject({ rows: [{ id: 1, name: null }] })
    expect(sent.mock.calls[0]?.[0]).toMatchObject({ method: 'get', url: 'SelectUsers' })
  })

  it('rejects with the path of a response without rows', async () => {
    respondWith('text')
    await expect(load(request())).rejects.toThrow(/^SelectUsers: Expected /)
  })
})

it.each([
  ['all rows', undefined, {}],
  ['matching rows', 'Ana', { prmNameOrPhone: 'Ana' }],
])('a loader with a filter requests %s', async (_what, filter, data) => {
  const sent = respondWith('{"data":[]}')
  const rows = await loaderOf('SelectScores', ['id'], 'prmNameOrPhone')(request(filter))
  expect(sent.mock.calls[0]?.[0]).toEqual(expect.objectContaining({ method: 'post', url: 'SelectScores', data }))
  expect(rows.count).toBe(0)
})
