import { stringifyJson } from '@canje/shared-auth/json'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BodyReader } from '../body-reader'
import type { Selection } from '../compare'
import { MemoryRows } from '../memory-rows'
import type { AnyRow } from '../parse-rows'
import { allRows } from '../query'
import { cellKey } from '../row-key'
import type { CsvOptions, Page, RowStore, View } from '../row-store'
import { localWorker } from '../testing/local-worker'
import { groupRows } from '../tests/group-model'
import { BLOCK_ROWS } from './column-block'
import { readInWorker } from './read-in-worker'
import { SearchWriter } from './search-writer'
import { sortRows } from './sort-rows'
import { decodeUtf8, encodeUtf8 } from './utf8'

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
    body: new BodyReader(stream),
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

  it('starts all workers from one URL of their code', async () => {
    await store(people)
    await store(people)
    expect(vi.mocked(URL.createObjectURL).mock.calls.length).toBeLessThanOrEqual(1)
  })

  it('sorts rows', async () => {
    const rows = await store(people)
    const sorted = (direction: 1 | -1) =>
      rowsOf(rows.page({ first: 0, size: 2, query: { ...allRows, sorting: { field: 'name', direction } } }))
    expect(await sorted(1)).toEqual(people.slice(-2).reverse())
    expect(await sorted(-1)).toEqual(people.slice(0, 2))
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

    it('is prepared only when no file or page is pending', async () => {
      const rows = await store([...people, ...people])
      const add = vi.spyOn(SearchWriter.prototype, 'add')
      // Every step takes long, so that the worker serves other requests after it.
      let time = 0
      vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000))
      rows.prepareSearch?.(columns)
      await rows.csv(csvOfIds())
      // The step during which the file was requested.
      expect(add.mock.calls.length).toBeLessThanOrEqual(BLOCK_ROWS)
      await vi.waitFor(() => expect(add).toHaveBeenCalledTimes(10_000))
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

    it('finds the rows that have arrived', async () => {
      const { stored, arrivals, send, end } = openResponse([`${listOf(people.slice(0, 100))},`])
      await vi.waitFor(() => expect(arrivals).not.toEqual([]))
      const [rows] = arrivals
      if (!rows) throw new Error('No rows have arrived.')
      expect((await pageOf(rows, 'persona 49')).count).toBe(countOf('49', people.slice(0, 100)))
      expect((await figuresOf(rows, 'persona 4\npersona 5000')).linesNotFound).toBe(0)
      send(listOf(people.slice(100)))
      end()
      await stored
      expect((await pageOf(rows, 'persona 49')).count).toBe(countOf('49'))
    })
  })

  it('writes a sorted CSV file of all rows', async () => {
    const rows = await store(people)
    const file = await rows.csv({
      ...csvOfIds(),
      columns: [{ header: 'Nombre', field: 'name' }],
      query: { ...allRows, sorting: { field: 'id', direction: -1 } },
    })
    const text = `Nombre\r\n${people
      .map(({ name }) => name)
      .reverse()
      .join('\r\n')}`
    expect(decodeUtf8(new Uint8Array(await file.arrayBuffer()))).toBe(`\uFEFF${text}`)
  })

  it('reports the progress of a CSV file and cancels it', async () => {
    const rows = await store(people)
    let time = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000))
    const controller = new AbortController()
    const progress: number[] = []
    const file = rows.csv({
      columns: [{ header: 'Nombre', field: 'name' }],
      query: allRows,
      signal: controller.signal,
      onProgress: (done) => {
        progress.push(done)
        controller.abort()
      },
    })
    await expect(file).rejects.toThrow('cancelled')
    expect(progress).toEqual([5000])
    expect(await rowsOf(rows.page({ ...all, size: 1 }))).toEqual(people.slice(0, 1))
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

  it('delivers many groups, of several requests at a time', async () => {
    const persons = Array.from({ length: 12_000 }, (_, id) => ({ id, name: `${id} de 12000` }))
    const rows = await store(persons)
    const requests = ['id', 'name'].map(
      (field) => ({ query: allRows, by: { field }, unit: 'value', counts: [], sums: [{ field: 'id' }] }) as const,
    )
    const groups = await Promise.all(requests.map((request) => rows.groups(request)))
    expect(groups).toEqual(requests.map((request) => groupRows(persons, request)))
    expect(groups[0]?.groups).toHaveLength(12_000)
  })

  describe('compares the selected rows with earlier ones', () => {
    const storages = [
      ['in memory', async (rows: readonly AnyRow[]) => new MemoryRows(rows)],
      ['in the worker', store],
    ] as const
    const cells = [1, '1', 2.5, true, null, 'ñ,"', 10n ** 21n, 'fin']
    const earlier = cells.map((id) => ({ id, name: null }))
    const later = [...earlier.slice(2), { id: 'new', name: null }, { id: 'other', name: '' }]
    const display = { map: [[null, { text: 'nadie' }]], fallback: { text: '' } } as const
    const unnamed: Selection = { key: { field: 'id' }, where: { column: { field: 'name', display }, is: 'nadie' } }

    it.each(storages.flatMap((one) => storages.map((other) => [one[0], other[0], one[1], other[1]] as const)))(
      'earlier %s, current %s',
      async (_earlier, _current, storeEarlier, storeCurrent) => {
        const keys = await (await storeEarlier([...earlier, { id: 'other', name: 'Ana' }])).keys(unnamed)
        local = localWorker()
        const rows = await storeCurrent(later)
        expect(await rows.compare(unnamed, keys)).toEqual({
          ...{ added: 1, kept: 6, removed: 2 },
          addedRows: [{ id: 'new', name: null }],
        })
      },
    )

    it.each(storages)('by any value, %s', async (_storage, storeRows) => {
      const rows = await storeRows([...earlier, ...earlier])
      const column = { field: 'id' }
      const keysOf = (key: string) => rows.keys({ key: column, where: { column, keys: [key] } })
      for (const value of cells) {
        const key = value === null ? ':""' : cellKey(value)
        expect(JSON.parse(await keysOf(key))).toEqual([key, key])
      }
      expect(await keysOf('"absent"')).toBe('[]')
    })
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

describe('a failed response', () => {
  it('is rejected with the name of the error when its JSON is invalid', async () => {
    const { stored, send, end } = openResponse()
    send('{"id":1},{"id":tru}')
    end()
    const message = expect.stringContaining('not valid JSON')
    await expect(stored).rejects.toMatchObject({ name: 'SyntaxError', message })
    expect(local.isTerminated()).toBe(true)
  })

  it('is rejected when its body fails', async () => {
    const { stored, send, fail } = openResponse()
    send('{"id":1},')
    fail(new TypeError('network error'))
    await expect(stored).rejects.toThrow('network error')
    expect(local.isTerminated()).toBe(true)
  })

  it('is rejected when it is cancelled', async () => {
    const { stored, abort, send, end } = openResponse()
    send('{"id":1}')
    abort()
    end()
    await expect(stored).rejects.toThrow()
    expect(local.isTerminated()).toBe(true)
  })

  it('is rejected when the worker does not start', async () => {
    const { stored } = openResponse()
    local.crash()
    await expect(stored).rejects.toThrow('it could not be started')
    expect(local.isTerminated()).toBe(true)
  })
})
