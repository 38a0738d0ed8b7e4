import { stringifyJson } from '@canje/shared-auth/json'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnyRow } from '../parse-rows'
import { allRows } from '../query'
import type { CsvOptions, Page, RowStore, View } from '../row-store'
import { localWorker } from '../testing/local-worker'
import { readInWorker } from './read-in-worker'
import { SearchWriter } from './search-writer'
import { sortRows } from './sort-rows'
import { encodeUtf8 } from './utf8'

vi.mock('./worker?bundled', () => ({ default: 'code' }))
vi.mock('./sort-rows', { spy: true })

const all: View = { first: 0, size: 10, query: allRows }
/** A page beyond the first rows in the page's memory. */
const far: View = { ...all, first: 4000 }
/** Options for a CSV file in the server's order. */
const csvOfIds = (): CsvOptions => ({
  columns: [{ header: 'Id', field: 'id' }],
  query: allRows,
  signal: new AbortController().signal,
  onProgress: () => undefined,
})
/** The rows of a page. */
const rowsOf = async (page: Page<AnyRow> | Promise<Page<AnyRow>> | undefined) => (await page)?.rows
const people = Array.from({ length: 5000 }, (_, index) => ({ id: index + 1, name: `Persona ${5000 - index}` }))

const WORKER_URL = 'blob:http://localhost:3000/worker'
let local: ReturnType<typeof localWorker>
function LocalWorker(url: string) {
  expect(url).toBe(WORKER_URL)
  return local.worker
}
beforeEach(() => {
  local = localWorker()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: vi.fn(() => WORKER_URL) }))
  vi.stubGlobal('Worker', LocalWorker)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.mocked(sortRows).mockClear()
})

/**
 * Reads a response that the test controls.
 *
 * @param read the rows that the page has already received, in chunks
 * @param head the first rows, as parsed by the page
 */
function openResponse(read: readonly string[] = [], head: readonly AnyRow[] = []) {
  let send: ReadableByteStreamController | undefined
  const stream = new ReadableStream({
    type: 'bytes',
    start: (controller) => {
      send = controller
    },
  })
  const controller = new AbortController()
  const arrivals: RowStore<AnyRow>[] = []
  const counts: number[] = []
  const stored = readInWorker({
    path: 'SelectScores',
    fields: ['id', 'name'],
    chunks: ['{"data":{"data":[', ...read].map(encodeUtf8),
    head,
    body: stream.getReader(),
    signal: controller.signal,
    onArrival: (rows) => {
      arrivals.push(rows)
      counts.push(rows.count)
    },
  })
  stored.catch(() => undefined)
  return {
    stored,
    arrivals,
    /** The number of rows at each arrival. */
    counts,
    abort: () => controller.abort(),
    send: (text: string) => send?.enqueue(encodeUtf8(text)),
    fail: (error: Error) => send?.error(error),
    end: () => {
      send?.enqueue(encodeUtf8(']}}'))
      send?.close()
    },
  }
}

function listOf(rows: readonly object[]): string {
  return stringifyJson(rows).slice(1, -1)
}

async function store(rows: readonly AnyRow[]) {
  const { stored, send, end } = openResponse([], rows.slice(0, 20))
  send(listOf(rows))
  end()
  return stored
}

describe('readInWorker', () => {
  it('delivers the first rows while the rest arrives', async () => {
    const { stored, arrivals, send, end } = openResponse([`${listOf(people.slice(0, 100))},`])
    await vi.waitFor(() => expect(arrivals).not.toEqual([]))
    expect(await rowsOf(arrivals[0]?.page({ ...all, first: 90 }))).toEqual(people.slice(90, 100))

    send(listOf(people.slice(100)))
    end()
    const rows = await stored
    expect(rows).toBe(arrivals[0])
    expect(rows.count).toBe(5000)
    expect(await rowsOf(rows.page({ ...all, first: 4990 }))).toEqual(people.slice(-10))
  })

  it('returns the first rows synchronously and by identity', async () => {
    const head = people.slice(0, 20).map((person) => ({ ...person }))
    const { stored, end } = openResponse([listOf(people)], head)
    end()
    const rows = await stored
    const page = rows.page({ ...all, first: 10 })
    if (page instanceof Promise) throw new Error('The page was requested from the worker.')
    expect(page).toMatchObject({ first: 10, count: 5000 })
    expect(page.rows).toHaveLength(10)
    page.rows.forEach((row, index) => {
      expect(row).toBe(head[10 + index])
    })
    expect(await rowsOf(rows.page({ ...all, first: 15 }))).toEqual(people.slice(15, 25))
    const query = { ...allRows, sorting: { field: 'name', direction: 1 } } as const
    expect(await rowsOf(rows.page({ ...all, size: 1, query }))).toEqual(people.slice(-1))
  })

  it('delivers no fewer rows than the page already has', async () => {
    const head = people.slice(0, 20)
    const { counts, send } = openResponse([`${listOf(people.slice(0, 5))},`], head)
    send(`${listOf(people.slice(5, 15))},`)
    send(`${listOf(people.slice(15, 30))},`)
    await vi.waitFor(() => expect(counts).toEqual([30]))
  })

  it('sorts once for all pages and the CSV file', async () => {
    const rows = await store(people)
    const query = (search = '') => ({
      ...allRows,
      search,
      columns: [{ field: 'id' }],
      sorting: { field: 'name', direction: 1 } as const,
    })
    expect(await rowsOf(rows.page({ first: 0, size: 1, query: query() }))).toEqual(people.slice(-1))
    expect(await rowsOf(rows.page({ first: 4999, size: 1, query: query() }))).toEqual(people.slice(0, 1))
    expect(await rowsOf(rows.page({ first: 0, size: 2, query: query('499') }))).toEqual([people[4998], people[4997]])
    await rows.csv({ ...csvOfIds(), query: query() })
    expect(sortRows).toHaveBeenCalledOnce()
  })

  describe('a search', () => {
    const columns = [{ field: 'name' }]
    const search = (text: string) => ({ ...allRows, columns, search: text })
    const pageOf = async (rows: RowStore<AnyRow>, text: string) => rows.page({ first: 0, size: 1, query: search(text) })
    const countOf = (text: string, among = people) => among.filter(({ name }) => name.includes(text)).length
    const figuresOf = async (rows: RowStore<AnyRow>, text: string) =>
      rows.summary({ query: search(text), sum: undefined, facets: [] })

    it('is served beside others and files', async () => {
      const rows = await store(people)
      const pages = [0, 1, 2].map((first) => rows.page({ first, size: 1, query: search('persona 49') }))
      const file = rows.csv({ ...csvOfIds(), query: search('persona 499') })
      const summary = figuresOf(rows, 'persona 5')
      expect((await Promise.all(pages)).map((page) => page.first)).toEqual([0, 1, 2])
      expect((await (await file).text()).split('\r\n')).toHaveLength(1 + countOf('499'))
      expect((await summary).found).toBe(countOf('5'))
    })

    it('uses texts prepared in the background', async () => {
      const rows = await store([...people, ...people])
      const add = vi.spyOn(SearchWriter.prototype, 'add')
      rows.prepareSearch?.(columns)
      await vi.waitFor(() => expect(add).toHaveBeenCalledTimes(10_000), { timeout: 20_000 })
      expect((await pageOf(rows, 'persona 4999')).count).toBe(2)
      expect((await pageOf(rows, '')).count).toBe(10_000)
      expect(add).toHaveBeenCalledTimes(10_000)
    })

    it('is prepared only when staff have requested nothing for a while', async () => {
      const rows = await store(people)
      const add = vi.spyOn(SearchWriter.prototype, 'add')
      let time = 0
      vi.spyOn(performance, 'now').mockImplementation(() => time)
      await rows.page(far)
      rows.prepareSearch?.(columns)
      for (let first = 3000; first < 3100; first += 10) await rows.page({ ...far, first })
      expect(add).not.toHaveBeenCalled()
      time = 1000
      await vi.waitFor(() => expect(add).toHaveBeenCalledTimes(5000), { timeout: 20_000 })
    })
  })

  it('finishes a CSV file after the rows are closed', async () => {
    const rows = await store(people)
    const file = rows.csv(csvOfIds())
    rows.close()
    expect(local.isTerminated()).toBe(false)
    expect((await (await file).text()).split('\r\n')).toHaveLength(5001)
    expect(local.isTerminated()).toBe(true)
  })

  it('rejects pending and later requests when the worker fails', async () => {
    const rows = await store(people)
    const page = rows.page(far)
    local.crash('out of memory')
    await expect(page).rejects.toThrow('out of memory')
    await expect(rows.page(far)).rejects.toThrow('out of memory')
    expect(rows.page(all)).toMatchObject({ rows: people.slice(0, 10) })
  })

  it('rejects pending requests when the rows are closed', async () => {
    const rows = await store(people)
    const page = rows.page(far)
    rows.close()
    await expect(page).rejects.toThrow('closed')
  })

  it('reports once how many elements were not rows', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { stored, send, end } = openResponse()
    send('5,{"id":1},null')
    end()
    expect((await stored).count).toBe(1)
    expect(warn.mock.calls).toEqual([['SelectScores: dropped 2 of 3 rows that are not objects.']])
  })
})

type Response = ReturnType<typeof openResponse>

it.each<[string, (response: Response) => void, object]>([
  [
    'has invalid JSON',
    ({ send, end }) => {
      send(',{"id":tru}')
      end()
    },
    { name: 'SyntaxError', message: expect.stringContaining('not valid JSON') },
  ],
  ['breaks off', ({ fail }) => fail(new TypeError('network error')), { message: 'network error' }],
  [
    'is cancelled',
    ({ abort, end }) => {
      abort()
      end()
    },
    { name: 'AbortError' },
  ],
  ['has no worker', () => local.crash(), { message: expect.stringContaining('it could not be started') }],
])('ends the worker of a response that %s', async (_what, happen, error) => {
  const response = openResponse(['{"id":1},{"id":2}'])
  happen(response)
  await expect(response.stored).rejects.toMatchObject(error)
  expect(local.isTerminated()).toBe(true)
})
