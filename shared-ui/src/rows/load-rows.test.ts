import { apiClient } from 'shared-auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepInWorker } from '../rows-worker/keep-in-worker'
import { loadAll, loadFiltered, type RowsRequest } from './load-rows'
import { MemoryRows } from './memory-rows'
import type { Row } from './parse-rows'

vi.mock('../rows-worker/keep-in-worker')

afterEach(() => {
  vi.restoreAllMocks()
})

const all = { first: 0, size: 10, sorting: undefined }

function answering(text: string) {
  return vi.spyOn(apiClient, 'request').mockResolvedValue({ data: new Response(text).body })
}

function request<R>(filter?: string): RowsRequest<R> {
  return { filter, signal: new AbortController().signal, onArrival: () => undefined }
}

describe('loadAll', () => {
  const load = loadAll('SelectUsers', ['id', 'name'])

  it.each(['{"data":[{"id":1,"other":"x"}]}', '{"data":{"data":[{"id":1}]}}'])('keeps the rows of %s', async (text) => {
    const asked = answering(text)
    expect((await load(request())).page(all)).toEqual([{ id: 1, name: null }])
    expect(asked.mock.calls[0]?.[0]).toMatchObject({ method: 'get', url: 'SelectUsers' })
  })

  it.each(['', '<!doctype html>', '{"data":[{"id":1}', '[]', '{}', '{"data":null}'])('refuses %j', async (text) => {
    answering(text)
    await expect(load(request())).rejects.toThrow('Expected')
  })

  it('hands a large answer over with what has been read of it', async () => {
    const text = JSON.stringify({ data: [{ id: 1, name: 'x'.repeat(600_000) }] })
    answering(text)
    const kept = new MemoryRows<Row<'id' | 'name'>>([])
    const keep = vi.mocked(keepInWorker).mockResolvedValue(kept)
    const asked = request<Row<'id' | 'name'>>()

    expect(await load(asked)).toBe(kept)

    const { chunks, reader, ...rest } = keep.mock.calls[0]?.[0] ?? { chunks: [] }
    expect(rest).toEqual({
      call: 'SelectUsers',
      fields: ['id', 'name'],
      signal: asked.signal,
      onArrival: asked.onArrival,
    })
    expect(await new Blob(chunks.map((chunk) => chunk.slice())).size).toBe(text.length)
    expect(await reader?.read()).toMatchObject({ done: true })
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
