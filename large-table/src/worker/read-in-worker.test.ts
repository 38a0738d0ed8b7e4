import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BodyReader } from '../body-reader'
import type { Selection } from '../compare'
import { MemoryRows } from '../memory-rows'
import type { AnyRow } from '../parse-rows'
import type { CsvOptions, RowStore, View } from '../row-store'
import { localWorker } from '../testing/local-worker'
import { readInWorker } from './read-in-worker'
import { sortRows } from './sort-rows'
import { textOf, utf8 } from './utf8'
import { WorkerRows } from './worker-rows'

vi.mock('./worker?bundled', () => ({ default: 'code' }))
vi.mock('./sort-rows', { spy: true })

const all: View = { first: 0, size: 10, sorting: undefined }
/** No page that the test's page has itself. */
const far: View = { ...all, first: 4000 }
/** What is asked for a file in the order of the server. */
const fileOfIds = (): CsvOptions => ({
  columns: [{ header: 'Id', field: 'id' }],
  sorting: undefined,
  signal: new AbortController().signal,
  onProgress: () => undefined,
})
const people = Array.from({ length: 5000 }, (_, index) => ({ id: index + 1, name: `Persona ${5000 - index}` }))

const ADDRESS = 'blob:http://localhost:3000/worker'
let local: ReturnType<typeof localWorker>
function LocalWorker(address: string) {
  expect(address).toBe(ADDRESS)
  return local.worker
}
beforeEach(() => {
  local = localWorker()
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: vi.fn(() => ADDRESS), revokeObjectURL: vi.fn(() => undefined) }),
  )
  vi.stubGlobal('Worker', LocalWorker)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.mocked(sortRows).mockClear()
})

/**
 * A response whose rows the test sends.
 *
 * @param read what has been read of them already, in pieces
 * @param head the first of them, as the page has read them
 */
function sending(read: readonly string[] = [], head: readonly AnyRow[] = []) {
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
  const kept = readInWorker({
    call: 'SelectScores',
    fields: ['id', 'name'],
    chunks: ['{"data":{"data":[', ...read].map(utf8),
    head,
    body: new BodyReader(stream),
    signal: controller.signal,
    onArrival: (rows) => {
      arrivals.push(rows)
      counts.push(rows.count)
    },
  })
  kept.catch(() => undefined)
  return {
    kept,
    arrivals,
    /** How many rows there were with each. */
    counts,
    abort: () => controller.abort(),
    send: (text: string) => send?.enqueue(utf8(text)),
    fail: (error: Error) => send?.error(error),
    end: () => {
      send?.enqueue(utf8(']}}'))
      send?.close()
    },
  }
}

function listOf(rows: readonly object[]): string {
  return JSON.stringify(rows).slice(1, -1)
}

async function keep(rows: readonly AnyRow[]) {
  const { kept, send, end } = sending([], rows.slice(0, 20))
  send(listOf(rows))
  end()
  return kept
}

describe('readInWorker', () => {
  it('gives the first rows while the rest is on its way', async () => {
    const { kept, arrivals, send, end } = sending([`${listOf(people.slice(0, 100))},`])
    await vi.waitFor(() => expect(arrivals).not.toEqual([]))
    expect(await arrivals[0]?.page({ ...all, first: 90 })).toEqual(people.slice(90, 100))

    send(listOf(people.slice(100)))
    end()
    const rows = await kept
    expect(rows).toBe(arrivals[0])
    expect(rows.count).toBe(5000)
    expect(await rows.page({ ...all, first: 4990 })).toEqual(people.slice(-10))
  })

  it('gives the rows that the page has itself at once, and as they are', async () => {
    const head = people.slice(0, 20).map((person) => ({ ...person }))
    const { kept, end } = sending([listOf(people)], head)
    end()
    const rows = await kept
    const page = rows.page({ ...all, first: 10 })
    if (page instanceof Promise) throw new Error('It is fetched.')
    expect(page).toHaveLength(10)
    page.forEach((row, index) => {
      expect(row).toBe(head[10 + index])
    })
    expect(await rows.page({ ...all, first: 15 })).toEqual(people.slice(15, 25))
    expect(await rows.page({ ...all, size: 1, sorting: { field: 'name', direction: 1 } })).toEqual(people.slice(-1))
  })

  it('tells of no fewer rows than the page has itself', async () => {
    const head = people.slice(0, 20)
    const { counts, send } = sending([`${listOf(people.slice(0, 5))},`], head)
    send(`${listOf(people.slice(5, 15))},`)
    send(`${listOf(people.slice(15, 30))},`)
    await vi.waitFor(() => expect(counts).toEqual([30]))
  })

  it('lets go of the code of the worker once that runs', async () => {
    const { kept, end } = sending()
    expect(URL.createObjectURL).toHaveBeenCalledOnce()
    expect(URL.revokeObjectURL).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(vi.mocked(URL.revokeObjectURL).mock.calls).toEqual([[ADDRESS]]))
    end()
    await kept
    expect(URL.revokeObjectURL).toHaveBeenCalledOnce()
  })

  it('gives memory back that it has read', async () => {
    const rows = new WorkerRows(local.worker, [])
    await rows.open(['id'])
    const bytes = new Uint8Array(new ArrayBuffer(64), 0, 9)
    bytes.set(utf8('{"data":['))
    expect((await rows.push(bytes)).byteLength).toBe(64)
    expect(bytes.buffer.byteLength).toBe(0)
  })

  it('orders rows', async () => {
    const rows = await keep(people)
    const sorting = { field: 'name', direction: 1 } as const
    expect(await rows.page({ first: 0, size: 2, sorting })).toEqual(people.slice(-2).reverse())
    expect(await rows.page({ first: 0, size: 2, sorting: { ...sorting, direction: -1 } })).toEqual(people.slice(0, 2))
  })

  it('makes an order once, for all its pages and the file', async () => {
    const rows = await keep(people)
    const sorting = { field: 'name', direction: 1 } as const
    expect(await rows.page({ first: 0, size: 1, sorting })).toEqual(people.slice(-1))
    expect(await rows.page({ first: 4999, size: 1, sorting: { ...sorting } })).toEqual(people.slice(0, 1))
    await rows.csv({ ...fileOfIds(), sorting })
    expect(sortRows).toHaveBeenCalledOnce()
  })

  it('makes a file of all of them, in order', async () => {
    const rows = await keep(people)
    const file = await rows.csv({
      ...fileOfIds(),
      columns: [{ header: 'Nombre', field: 'name' }],
      sorting: { field: 'id', direction: -1 },
    })
    const text = `Nombre\r\n${people
      .map(({ name }) => name)
      .reverse()
      .join('\r\n')}`
    expect(textOf(new Uint8Array(await file.arrayBuffer()))).toBe(`\uFEFF${text}`)
  })

  it('tells how far the file is, and gives it up when told to', async () => {
    const rows = await keep(people)
    let time = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000))
    const controller = new AbortController()
    const progress: number[] = []
    const file = rows.csv({
      columns: [{ header: 'Nombre', field: 'name' }],
      sorting: undefined,
      signal: controller.signal,
      onProgress: (done) => {
        progress.push(done)
        controller.abort()
      },
    })
    await expect(file).rejects.toThrow('called off')
    expect(progress).toEqual([5000])
    expect(await rows.page({ ...all, size: 1 })).toEqual(people.slice(0, 1))
  })

  it('finishes the file of rows that are let go of meanwhile', async () => {
    const rows = await keep(people)
    const file = rows.csv(fileOfIds())
    rows.close()
    expect(local.isTerminated()).toBe(false)
    expect((await (await file).text()).split('\r\n')).toHaveLength(5001)
    expect(local.isTerminated()).toBe(true)
  })

  it('refuses what is asked of a worker that has failed since', async () => {
    const rows = await keep(people)
    const page = rows.page(far)
    local.crash('out of memory')
    await expect(page).rejects.toThrow('out of memory')
    await expect(rows.page(far)).rejects.toThrow('out of memory')
    expect(rows.page(all)).toEqual(people.slice(0, 10))
  })

  describe('compares the selected rows with earlier ones, kept here or there,', () => {
    const kept = [
      ['in memory', async (rows: readonly AnyRow[]) => new MemoryRows(rows)],
      ['in the worker', keep],
    ] as const
    const cells = [1, '1', 2.5, true, null, 'ñ,"', 1e21, 'fin']
    const earlier = cells.map((id) => ({ id, name: null }))
    const later = [...earlier.slice(2), { id: 'new', name: null }, { id: 'other', name: '' }]
    const unnamed: Selection = { key: 'id', where: { field: 'name', value: null } }

    it.each(kept.flatMap((before) => kept.map((after) => [before[0], after[0], before[1], after[1]] as const)))(
      'before %s, now %s',
      async (_before, _after, keepBefore, keepAfter) => {
        const keys = await (await keepBefore([...earlier, { id: 'other', name: 'Ana' }])).keys(unnamed)
        local = localWorker()
        const rows = await keepAfter(later)
        expect(await rows.compare(unnamed, keys)).toEqual({ added: 1, kept: 6, removed: 2 })
      },
    )

    it.each(kept)('by any value, %s', async (_where, keepRows) => {
      const rows = await keepRows([...earlier, ...earlier])
      for (const value of cells) {
        const keys = await rows.keys({ key: 'id', where: { field: 'id', value } })
        expect(JSON.parse(keys)).toEqual([value, value])
      }
      expect(await rows.keys({ key: 'id', where: { field: 'id', value: 'absent' } })).toBe('[]')
    })
  })

  it('ends what is asked of rows that are let go of', async () => {
    const rows = await keep(people)
    const page = rows.page(far)
    rows.close()
    await expect(page).rejects.toThrow('closed')
  })

  it('says once how many elements were no rows', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { kept, send, end } = sending()
    send('5,{"id":1},null')
    end()
    expect((await kept).count).toBe(1)
    expect(warn.mock.calls).toEqual([['SelectScores: dropped 2 of 3 rows that are not objects.']])
  })
})

describe('a response that cannot be kept', () => {
  it('is refused when it is not as agreed', async () => {
    const { kept, send, end } = sending()
    send('{"id":1},{"id":tru}')
    end()
    await expect(kept).rejects.toThrow('no JSON')
    expect(local.isTerminated()).toBe(true)
  })

  it('is refused when it ends early', async () => {
    const { kept, send, fail } = sending()
    send('{"id":1},')
    fail(new TypeError('network error'))
    await expect(kept).rejects.toThrow('network error')
    expect(local.isTerminated()).toBe(true)
  })

  it('is let go of when it is called off', async () => {
    const { kept, abort, send, end } = sending()
    send('{"id":1}')
    abort()
    end()
    await expect(kept).rejects.toThrow()
    expect(local.isTerminated()).toBe(true)
  })

  it('is refused when the worker does not run', async () => {
    const { kept } = sending()
    local.crash()
    await expect(kept).rejects.toThrow('it could not be started')
    expect(URL.revokeObjectURL).toHaveBeenCalledOnce()
    expect(local.isTerminated()).toBe(true)
  })
})
