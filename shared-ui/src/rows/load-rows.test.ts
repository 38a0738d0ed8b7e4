import { apiClient } from 'shared-auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadAll, loadFiltered, type RowsRequest } from './load-rows'

afterEach(() => {
  vi.restoreAllMocks()
})

const all = { first: 0, size: 10, sorting: undefined }

function answering(text: string) {
  return vi.spyOn(apiClient, 'request').mockResolvedValue({ data: new Response(text).body })
}

function request<R>(filter?: string): RowsRequest<R> {
  return { filter, signal: new AbortController().signal, onArrival: vi.fn() }
}

describe('loadAll', () => {
  const load = loadAll('SelectUsers', ['id', 'name'])

  it('asks for the rows of a call and keeps their fields', async () => {
    const asked = answering('{"data":{"data":[{"id":1,"other":"x"}]}}')
    expect((await load(request())).page(all)).toEqual([{ id: 1, name: null }])
    expect(asked.mock.calls[0]?.[0]).toMatchObject({ method: 'get', url: 'SelectUsers' })
  })

  it('names the call whose response holds no rows', async () => {
    answering('<!doctype html>')
    await expect(load(request())).rejects.toThrow(/^SelectUsers: Expected /)
  })
})

describe('loadFiltered', () => {
  it.each([
    ['everything', undefined, {}],
    ['what matches', 'Ana', { prmNameOrPhone: 'Ana' }],
  ])('asks for %s', async (_what, filter, data) => {
    const asked = answering('{"data":[]}')
    const rows = await loadFiltered('SelectScores', ['id'])(request(filter))
    expect(asked.mock.calls[0]?.[0]).toMatchObject({ method: 'post', url: 'SelectScores', data })
    expect(rows.count).toBe(0)
  })
})
