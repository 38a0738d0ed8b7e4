import { parseJson } from '@canje/shared-auth/json'
import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type CellDisplay, cellText } from './cell-display'
import { MemoryRows } from './memory-rows'
import { type AnyRow, type Cell, parseRows } from './parse-rows'
import { allRows } from './query'
import { cellKey } from './row-key'
import type { CsvOptions, RowStore } from './row-store'
import { localWorker } from './testing/local-worker'
import { encodeUtf8 } from './worker/utf8'
import { WorkerClient } from './worker/worker-client'
import { WorkerRows } from './worker/worker-rows'

const RUNS = process.env.LONG_TESTS ? 10_000 : 20

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
  '+57 (300) 123-4567',
  '2025-10-22',
  '\u200B',
  '😀',
)
const text = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
/** Numbers as services may write them, besides those that `JSON.stringify` writes. */
const number = fc.oneof(
  fc.constantFrom('-0', '0.0', '1E2', '1e-400', '1e400', '-1e400', '1e99999', '0.10000000000000000000001', '12.50'),
  fc.constantFrom(
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '9007199254740993.5',
    '9.007199254740993e15',
  ),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.integer({ min: 0, max: 3 }).map((digit) => `1${'0'.repeat(398)}${digit}`),
)
/** The JSON of a cell. */
const anyCell: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: text.map((value) => JSON.stringify(value)) },
  number,
  number.map((value) => JSON.stringify(value)),
  fc.integer({ min: -20, max: 20 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map((value) => JSON.stringify(String(value))),
  fc.constantFrom('true', 'false', 'null'),
)

/** Cells that start with a date, or almost. */
const DATES: Cell[] = [
  '2025-10-22 10:42:00',
  '2025-10-23',
  '2024-02-29',
  '2025-02-29',
  '2025-10-220',
  '2025-10-2',
  20251022,
]
const DAYS = ['', '2025-10-22', '2025-10-23', '2024-02-29', '2024-01-01', 'ayer']
/** Words of digits, as people write them. */
const DIGIT_WORDS = ['3001234567', '+57', '(300)', '123-45', '4.5', '2025-10', '20251022', '0']

/** Few distinct cells, so that they repeat. */
const cellsOfTable = fc
  .tuple(fc.array(anyCell, { minLength: 1, maxLength: 6 }), fc.subarray(NEARLY_EQUAL), fc.subarray(DATES))
  .map(([cells, ...others]) => [...cells, ...others.flat().map((cell) => JSON.stringify(cell))])

/** The JSON of a row, from that of its cells. */
const rowText = (row: Readonly<Record<string, string>>) =>
  `{${Object.entries(row).map(([name, cell]) => `${JSON.stringify(name)}: ${cell}`)}}`

/** A table with the requests on it. */
const table = cellsOfTable.chain((cells) => {
  const json = fc.constantFrom(...cells)
  const cell = json.map((text) => parseJson(text) as Cell)
  const row = fc
    .record(
      { id: json, name: json, date: json, other: fc.constant('{ "nested": [1, "}]", 12345678901234567890] }') },
      { requiredKeys: [] },
    )
    .map(rowText)
  const displayed = fc.record({ text, severity: fc.constant('info' as const) }, { requiredKeys: ['text'] })
  const display: fc.Arbitrary<CellDisplay> = fc.record(
    { map: fc.array(fc.tuple(cell, displayed), { maxLength: 3 }), fallback: displayed },
    { requiredKeys: [] },
  )
  const displayedField = { field, display: fc.option(display, { nil: undefined, freq: 2 }) }
  const word = fc.oneof(
    fc
      .tuple(cell, fc.nat(8), fc.integer({ min: 1, max: 8 }))
      .map(([value, start, length]) => cellText(value).slice(start, start + length)),
    fc.constantFrom(...DIGIT_WORDS, 'ANA', 'á', 'n', '.*'),
    text,
  )
  const search = fc
    .array(
      fc.array(word, { maxLength: 2 }).map((words) => words.join(' ')),
      { maxLength: 3 },
    )
    .map((lines) => lines.join('\n'))
  const column = fc.record(displayedField)
  const textKey = fc.option(field, { nil: undefined })
  const key = fc.record({ field, textKey })
  const further = fc.option(fc.tuple(field), { nil: undefined })
  const idKey = fc.oneof(
    cell.map(cellKey),
    cell.map((value) => `:${cellKey(cellText(value))}`),
  )
  const rowKeys = fc.array(
    fc.oneof(
      idKey,
      fc.tuple(idKey, cell.map(cellKey)).map((keys) => keys.join('\n')),
    ),
    {
      maxLength: 3,
    },
  )
  const condition = fc.oneof(
    fc.record({ column, is: fc.oneof(cell.map(cellText), fc.constant('')) }),
    fc.record({ column, isNot: fc.oneof(cell.map(cellText), fc.constant('')) }),
    fc.record({ column, among: fc.array(cell.map(cellText)) }),
    fc.record({ column, from: fc.constantFrom(...DAYS), to: fc.constantFrom(...DAYS) }),
    fc.record({ column, textKey, further, keys: rowKeys }),
    fc.record({ column, hasDay: fc.constant<false>(false) }),
  )
  const conditions = fc.array(condition, { maxLength: 3 })
  const sorting = fc.option(fc.record({ ...displayedField, direction: fc.constantFrom<1 | -1>(1, -1) }), {
    nil: undefined,
  })
  const query = fc.record({
    search: fc.oneof(search, fc.constant('')),
    columns: fc.array(column, { maxLength: 3 }),
    conditions: fc.oneof(conditions, fc.constant([])),
    sorting,
  })
  const summary = fc.record({
    query,
    sum: fc.option(column, { nil: undefined }),
    facets: fc.array(
      fc.record({ ...displayedField, texts: fc.array(fc.oneof(cell.map(cellText), text), { maxLength: 2 }) }),
      { maxLength: 2 },
    ),
  })
  const place = fc.double({ min: 0, max: 1.1, noNaN: true })
  return fc.record({
    list: fc.array(fc.oneof({ weight: 9, arbitrary: row }, json, fc.constant('[]')), { maxLength: 30 }),
    isLarge: fc.integer({ min: 0, max: 19 }).map((number) => number === 19),
    cut: fc.integer({ min: 1, max: 100 }),
    views: fc.array(fc.record({ place, size: fc.integer({ min: 1, max: 50 }), query }), { maxLength: 4 }),
    summaries: fc.array(summary, { minLength: 1, maxLength: 3 }),
    values: fc.record({ query, column, search }),
    found: fc.record({ column, is: cell.map(cellText), limit: fc.nat(4) }),
    file: fc.record({
      columns: fc.array(fc.record({ header: text, ...displayedField }), { minLength: 1, maxLength: 4 }),
      query,
    }),
    selections: fc.array(fc.record({ key, where: condition }), {
      minLength: 2,
      maxLength: 2,
    }),
  })
})

it(`returns the same rows, pages, figures, files and changes for ${RUNS} tables in memory and in a worker`, async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  await fc.assert(
    fc.asyncProperty(table, async ({ list, isLarge, cut, views, summaries, values, found, file, selections }) => {
      const elements = isLarge ? Array.from({ length: MANY }, (_, index) => list[index % list.length] ?? '{}') : list
      const json = `{"data":[${elements}]}`
      const memory = new MemoryRows(parseRows(parseJson(`[${elements}]`), FIELDS, 'test'))
      const arriving = summaries.map(({ query }) => ({ ...query, sorting: undefined }))
      const { worker, dropped } = await readIntoWorker(json, isLarge ? 1000 * cut : cut, async (rows) => {
        const arrived = new MemoryRows(memory.page({ first: 0, size: rows.count, query: allRows }).rows)
        for (const query of rows.count > 0 ? arriving : []) {
          const view = { first: 0, size: 10, query }
          expect(await rows.page(view)).toEqual(arrived.page(view))
          const facets = query.columns
          const request = { query, sum: undefined, facets }
          expect(await rows.summary(request)).toEqual(await arrived.summary(request))
        }
      })
      expect(dropped).toBe(elements.length - memory.count)
      const expectSame = async (read: (rows: RowStore<AnyRow>) => unknown) => {
        expect(await read(worker)).toEqual(await read(memory))
      }

      await expectSame((rows) => rows.count)
      for (const { place, ...view } of views) {
        const first = Math.floor(place * memory.count)
        await expectSame((rows) => rows.page({ first, ...view }))
      }
      for (const request of summaries) await expectSame((rows) => rows.summary(request))
      await expectSame((rows) => rows.values(values))
      await expectSame((rows) => rows.find(found))
      await expectSame((rows) => fileText(rows, file))
      await expectSame((rows) => rows.tsv(file))
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

/** @param onHalf is called when half of the response has arrived */
async function readIntoWorker(json: string, cut: number, onHalf: (rows: WorkerRows<AnyRow>) => Promise<void>) {
  const worker = new WorkerRows<AnyRow>(new WorkerClient(localWorker().worker), [])
  await worker.open(FIELDS)
  const bytes = encodeUtf8(json)
  const half = bytes.length / 2
  for (let from = 0; from < bytes.length; from += cut) {
    await worker.push(bytes.slice(from, from + cut))
    if (from < half && from + cut >= half) await onHalf(worker)
  }
  return { worker, dropped: await worker.finish() }
}

async function fileText(rows: RowStore<AnyRow>, file: Pick<CsvOptions, 'columns' | 'query'>): Promise<string> {
  const { signal } = new AbortController()
  const blob = await rows.csv({ ...file, signal, onProgress: () => undefined })
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())
}
