import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { CellDisplay } from './cell-display'
import { MemoryRows } from './memory-rows'
import { type AnyRow, type Cell, parseRows } from './parse-rows'
import type { CsvOptions, RowStore } from './row-store'
import { localWorker } from './testing/local-worker'
import { encodeUtf8 } from './worker/utf8'
import { WorkerRows } from './worker/worker-rows'

const RUNS = process.env.LONG_TESTS ? 10_000 : 300

const FIELDS = ['id', 'name', 'date'] as const
/** More rows than one column block of the worker. */
const MANY = 9000
/** Cells that sorting or comparison treats as equal or nearly equal. */
const NEARLY_EQUAL: Cell[] = ['á', 'a\u0301', 'Á', 'a', 1, '1', '1.0', true, 'true', 'a1', 'a01']

const field = fc.constantFrom(...FIELDS)
const piece = fc.constantFrom(
  ...'aáAbñÑn019 .,;-+=@＝"\'\t\r\n你\u0301\uFEFF\u00A0',
  '007',
  '12.5',
  'Ana',
  '+573001234567',
)
const text = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const anyCell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 5, arbitrary: text },
  fc.integer({ min: -20, max: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.integer().map(String),
  fc.boolean(),
  fc.constant(null),
)

/** Few distinct cells, so that they repeat. */
const cellsOfTable = fc
  .tuple(fc.array(anyCell, { minLength: 1, maxLength: 6 }), fc.subarray(NEARLY_EQUAL))
  .map((cells) => cells.flat())

/** A table with the requests on it. */
const table = cellsOfTable.chain((cells) => {
  const cell = fc.constantFrom(...cells)
  const row = fc.record(
    { id: cell, name: cell, date: cell, other: fc.constant({ nested: [1, '}]'] }) },
    { requiredKeys: [] },
  )
  const displayed = fc.record({ text, severity: fc.constant('info' as const) }, { requiredKeys: ['text'] })
  const display: fc.Arbitrary<CellDisplay> = fc.record(
    { map: fc.array(fc.tuple(cell, displayed), { maxLength: 3 }), fallback: displayed },
    { requiredKeys: [] },
  )
  const displayedField = { field, display: fc.option(display, { nil: undefined, freq: 2 }) }
  const sorting = fc.option(fc.record({ ...displayedField, direction: fc.constantFrom<1 | -1>(1, -1) }), {
    nil: undefined,
  })
  const place = fc.double({ min: 0, max: 1.1, noNaN: true })
  return fc.record({
    list: fc.array(fc.oneof({ weight: 9, arbitrary: row }, cell, fc.constant([])), { maxLength: 30 }),
    isLarge: fc.integer({ min: 0, max: 19 }).map((number) => number === 19),
    cut: fc.integer({ min: 1, max: 100 }),
    views: fc.array(fc.record({ place, size: fc.integer({ min: 1, max: 50 }), sorting }), { maxLength: 4 }),
    file: fc.record({
      columns: fc.array(fc.record({ header: text, ...displayedField }), { minLength: 1, maxLength: 4 }),
      sorting,
    }),
    selections: fc.array(fc.record({ key: field, where: fc.record({ field, value: cell }) }), {
      minLength: 2,
      maxLength: 2,
    }),
  })
})

it(`returns the same rows, pages, orders, CSV files and changes for ${RUNS} tables in memory and in a worker`, async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  await fc.assert(
    fc.asyncProperty(table, async ({ list, isLarge, cut, views, file, selections }) => {
      const elements = isLarge ? Array.from({ length: MANY }, (_, index) => list[index % list.length] ?? {}) : list
      const json = JSON.stringify({ data: elements })
      const memory = new MemoryRows(parseRows(JSON.parse(json).data, FIELDS, 'test'))
      const { worker, dropped } = await readIntoWorker(json, isLarge ? 1000 * cut : cut)
      expect(dropped).toBe(elements.length - memory.count)
      const expectSame = async (read: (rows: RowStore<AnyRow>) => unknown) => {
        expect(await read(worker)).toEqual(await read(memory))
      }

      await expectSame((rows) => rows.count)
      for (const { place, ...view } of views) {
        const first = Math.floor(place * memory.count)
        await expectSame((rows) => rows.page({ first, ...view }))
      }
      await expectSame((rows) => fileText(rows, file))
      const [earlier, later] = selections
      if (!earlier || !later) return
      await expectSame((rows) => rows.keys(earlier))
      const keys = await memory.keys(earlier)
      await expectSame((rows) => rows.compare(later, keys))
      worker.close()
    }),
    { seed: 29, numRuns: RUNS },
  )
})

async function readIntoWorker(json: string, cut: number) {
  const worker = new WorkerRows<AnyRow>(localWorker().worker, [])
  await worker.open(FIELDS)
  const bytes = encodeUtf8(json)
  for (let from = 0; from < bytes.length; from += cut) await worker.push(bytes.slice(from, from + cut))
  return { worker, dropped: await worker.finish() }
}

async function fileText(rows: RowStore<AnyRow>, file: Pick<CsvOptions, 'columns' | 'sorting'>): Promise<string> {
  const { signal } = new AbortController()
  const blob = await rows.csv({ ...file, signal, onProgress: () => undefined })
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())
}
