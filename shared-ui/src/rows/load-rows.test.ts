import { apiClient } from 'shared-auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepInWorker } from '../rows-worker/keep-in-worker'
import { utf8 } from '../rows-worker/utf8'
import { loadAll, loadFiltered, type RowsRequest } from './load-rows'
import { MemoryRows } from './memory-rows'
import type { Row } from './parse-rows'

vi.mock('../rows-worker/keep-in-worker')

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const all = { first: 0, size: 10, sorting: undefined }

function answering(text: string) {
  return vi.spyOn(apiClient, 'request').mockResolvedValue({ data: new Response(text).body })
}

function request<R>(filter?: string): RowsRequest<R> {
  return { filter, signal: new AbortController().signal, onArrival: vi.fn() }
}

const large = JSON.stringify({
  data: [
    { id: 1, name: 'Ana' },
    { id: 2, name: 'x'.repeat(600_000) },
  ],
})

describe('loadAll', () => {
  const load = loadAll('SelectUsers', ['id', 'name'])

  it.each(['{"data":[{"id":1,"other":"x"}]}', '{"data":{"data":[{"id":1}]}}'])('keeps the rows of %s', async (text) => {
    const asked = answering(text)
    expect((await load(request())).page(all)).toEqual([{ id: 1, name: null }])
    expect(asked.mock.calls[0]?.[0]).toMatchObject({ method: 'get', url: 'SelectUsers' })
  })

  it.each(['', '<!doctype html>', '{"data":[{"id":1}', '[]', '{}', '{"data":null}'])('refuses %j', async (text) => {
    answering(text)
    await expect(load(request())).rejects.toThrow(/^SelectUsers: Expected /)
  })

  it('hands a large answer over with what has been read of it, and shows its first rows meanwhile', async () => {
    answering(large)
    const kept = new MemoryRows<Row<'id' | 'name'>>([])
    const keep = vi.mocked(keepInWorker).mockResolvedValue(kept)
    const asked = request<Row<'id' | 'name'>>()

    expect(await load(asked)).toBe(kept)

    const { chunks, answer, ...rest } = keep.mock.calls[0]?.[0] ?? { chunks: [] }
    expect(rest).toEqual({
      call: 'SelectUsers',
      fields: ['id', 'name'],
      head: [{ id: 1, name: 'Ana' }],
      signal: asked.signal,
      onArrival: asked.onArrival,
    })
    expect(await new Blob(chunks.map((chunk) => chunk.slice())).size).toBe(large.length)
    expect(await answer?.next()).toBeUndefined()
    const [first] = vi.mocked(asked.onArrival).mock.calls[0] ?? []
    expect(first?.page(all)).toEqual([{ id: 1, name: 'Ana' }])
  })

  it('shows the first rows of an answer that takes its time', async () => {
    let end: () => void = () => undefined
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(utf8('{"data":[{"id":1},{"id":'))
        end = () => {
          controller.enqueue(utf8('2}]}'))
          controller.close()
        }
      },
    })
    vi.spyOn(apiClient, 'request').mockResolvedValue({ data: body })
    const asked = request<Row<'id' | 'name'>>()
    const loaded = load(asked)
    await vi.waitFor(() => expect(asked.onArrival).toHaveBeenCalledOnce())
    end()
    expect((await loaded).count).toBe(2)
  })

  it('looks again where the first look found no whole row', async () => {
    vi.useFakeTimers()
    let send: (text: string) => void = () => undefined
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (text) => controller.enqueue(utf8(text))
      },
    })
    vi.spyOn(apiClient, 'request').mockResolvedValue({ data: body })
    const asked = request<Row<'id' | 'name'>>()
    load(asked)
    await vi.advanceTimersByTimeAsync(100)
    expect(asked.onArrival).not.toHaveBeenCalled()
    send('{"data":[{"id":1},')
    await vi.advanceTimersByTimeAsync(200)
    expect(asked.onArrival).toHaveBeenCalledOnce()
  })

  it('shows nothing of a small answer but all of it', async () => {
    answering('{"data":[{"id":1}]}')
    const asked = request<Row<'id' | 'name'>>()
    await load(asked)
    expect(asked.onArrival).not.toHaveBeenCalled()
  })

  it('lets go of an answer that cannot be kept', async () => {
    const cancel = vi.fn()
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(utf8(large)), cancel })
    vi.spyOn(apiClient, 'request').mockResolvedValue({ data: body })
    vi.mocked(keepInWorker).mockRejectedValue(new Error('no worker'))
    await expect(load(request())).rejects.toThrow('SelectUsers: no worker')
    expect(cancel).toHaveBeenCalledOnce()
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
