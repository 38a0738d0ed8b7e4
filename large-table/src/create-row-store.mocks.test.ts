import { afterEach, expect, it, vi } from 'vitest'
import { createRowStore } from './create-row-store'
import { MemoryRows } from './memory-rows'
import { allRows } from './query'
import { readInWorker } from './worker/read-in-worker'
import { encodeUtf8 } from './worker/utf8'

vi.mock('./worker/read-in-worker', () => ({ readInWorker: vi.fn() }))

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const all = { first: 0, size: 10, query: allRows }
/** A page of one row. */
const only = (row: object) => ({ rows: [row], first: 0, count: 1 })

/** A source of users with the given body. */
function sourceOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  return {
    path: 'SelectUsers',
    fields: ['id', 'name'] as const,
    body: body.getReader(),
    signal: new AbortController().signal,
    onArrival: vi.fn(),
  }
}

function textSource(text: string) {
  return sourceOf(new Blob([text]).stream())
}

function controlledSource() {
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (started) => {
      controller = started
    },
  })
  return {
    source: sourceOf(body),
    send: (text: string) => controller?.enqueue(encodeUtf8(text)),
    end: () => controller?.close(),
  }
}

const large = JSON.stringify({
  data: [
    { id: 1, name: 'Ana' },
    { id: 2, name: 'x'.repeat(600_000) },
  ],
})

it.each(['{"data":[{"id":1,"other":"x"}]}', '{"data":{"data":[{"id":1}]}}'])('reads the rows of %s', async (text) => {
  expect((await createRowStore(textSource(text))).page(all)).toEqual(only({ id: 1, name: null }))
})

it.each(['', '{"data":[{"id":1}', '[]', '{}', '{"data":null}'])('rejects %j', async (text) => {
  await expect(createRowStore(textSource(text))).rejects.toThrow(/^SelectUsers: Expected /)
})

it('rejects a web page', async () => {
  await expect(createRowStore(textSource('<!doctype html>'))).rejects.toThrow('The server responded with a web page.')
})

it('hands a large response with its read chunks to a worker, and delivers the first rows at once', async () => {
  const stored = new MemoryRows<{ id: number; name: string }>([])
  const read = vi.mocked(readInWorker).mockResolvedValue(stored)
  const source = textSource(large)

  expect(await createRowStore(source)).toBe(stored)

  const { chunks = [], head, ...rest } = read.mock.calls[0]?.[0] ?? {}
  expect(rest).toEqual(source)
  expect(head).toEqual([{ id: 1, name: 'Ana' }])
  expect(new Blob([...chunks]).size).toBe(large.length)
  expect((await source.body.read()).done).toBe(true)
  const [first] = source.onArrival.mock.calls[0] ?? []
  expect(first?.page(all)).toEqual(only({ id: 1, name: 'Ana' }))
})

it('delivers the first rows of a slow response as soon as one is complete', async () => {
  vi.useFakeTimers()
  const { source, send, end } = controlledSource()
  const stored = createRowStore(source)
  await vi.advanceTimersByTimeAsync(100)
  expect(source.onArrival).not.toHaveBeenCalled()
  send('{"data":[{"id":1},')
  await vi.advanceTimersByTimeAsync(200)
  expect(source.onArrival).toHaveBeenCalledOnce()
  send('{"id":2}]}')
  end()
  expect((await stored).count).toBe(2)
})

it('delivers a small response only as a whole', async () => {
  const source = textSource('{"data":[{"id":1}]}')
  await createRowStore(source)
  expect(source.onArrival).not.toHaveBeenCalled()
})

it('cancels a response when the worker fails', async () => {
  const cancel = vi.fn()
  const source = sourceOf(new ReadableStream({ pull: (controller) => controller.enqueue(encodeUtf8(large)), cancel }))
  vi.mocked(readInWorker).mockRejectedValue(new Error('no worker'))
  await expect(createRowStore(source)).rejects.toThrow('SelectUsers: no worker')
  expect(cancel).toHaveBeenCalledOnce()
})
