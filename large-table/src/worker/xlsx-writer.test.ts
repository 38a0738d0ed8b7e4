import { strFromU8, unzipSync } from 'fflate'
import { expect, it, onTestFinished, vi } from 'vitest'
import { MemoryRows } from '../memory-rows'
import type { AnyRow, Cell } from '../parse-rows'
import { allRows } from '../query'
import { MAX_XLSX_ROWS, type XlsxColumn } from '../row-store'
import { ROW_STORES } from '../testing/row-stores'
import { missingReader, readWithOpenpyxl } from '../testing/xlsx-readers'
import { ColumnStore } from './column-store'
import { encodeUtf8 } from './utf8'

const columns: XlsxColumn[] = [
  { header: 'Id', field: 'id', width: 4, isDate: false },
  { header: '=Texto & "más" <1>', field: 'text', width: 20, isDate: false },
  { header: 'Fecha', field: 'date', width: 4, isDate: true },
  {
    header: 'Estado',
    field: 'used',
    width: 12,
    isDate: false,
    display: { map: [[1, { text: 'redimido' }]], fallback: { text: '=sin redimir' } },
  },
]

const TEXTS = [
  ...['=1+1', '=HYPERLINK("http://x","y")', '+1', '-1-1', '@SUM(A1)', '\t=1', "'=1", '＝1+1', '-12.5', '1e5', '1,5'],
  ...['001234567890', '1234567890123456', '+573001234567', '2025-07-05', 'TRUE', '#N/A', 'NaN', '1/2', '00'],
  ...['di "hola"', "l'año", '<b>&amp;</b>', ']]>', 'a;b,c', 'uno\ndos', '\n', ' a ', '   ', 'tab\taquí'],
  ...['_x0041_', '_x005F_', 'a_xFFFF_', '\u0001control\u001F', '\u007F\u0085\u009F', '\uFFFE\uFFFF', '\u2028'],
  ...['😀', '𝒳\u0301', '\u202Eabc\u202C', '\u200B', '\uFEFFa', 'ñ'.repeat(10_000), 'z'.repeat(32_767)],
]

const options = () => ({ signal: new AbortController().signal, onProgress: () => undefined })

function write(rows: readonly AnyRow[], sheet = 'Codigos', written = columns): Promise<Blob> {
  return new MemoryRows(rows).xlsx({ ...options(), sheet, columns: written, query: allRows })
}

const row = (id: Cell, text: Cell = null, date: Cell = null, used: Cell = 0) => ({ id, text, date, used })

const read = async (rows: readonly AnyRow[]) => readWithOpenpyxl(await write(rows))

const skipReason = missingReader()
/** Options of tests that need openpyxl: without it they are skipped with the reason. */
const needsOpenpyxl = { skip: skipReason !== undefined, meta: { skipReason: skipReason ?? '' } }

it('openpyxl reads every text, and no formula; longer ones than a cell holds are cut', needsOpenpyxl, async () => {
  const long = ['z'.repeat(32_768), `${'z'.repeat(32_765)}😀!`]
  const shown = [...TEXTS, `${'z'.repeat(32_766)}…`, `${'z'.repeat(32_765)}…`]
  const { cells } = await read([...TEXTS, ...long].map((text, index) => row(index, text)))
  expect(cells.slice(1).map(([, text]) => text)).toEqual(shown.map((text) => ['s', text, '@']))
  expect(cells[0]).toEqual(columns.map(({ header }) => ['s', header, '@']))
  expect(new Set(cells.slice(1).map((line) => line[3]?.join()))).toEqual(new Set(['s,=sin redimir,@']))
})

it('openpyxl reads numbers as numbers while Excel shows all their digits', needsOpenpyxl, async () => {
  const numbers: Cell[] = [0, -0.5, 1090, 300123456789, 999_999_999_999_999, 0.1, 1e-7]
  const texts: Cell[] = [1e15, 2 ** 53 - 1, 9007199254740993n, -9007199254740993n, -(10n ** 400n), true]
  const { cells } = await read([...numbers, ...texts].map((id) => row(id)))
  const ids = cells.slice(1).map(([id]) => [id?.[0], id?.[0] === 'n' ? Number(id[1]) : id?.[1]])
  expect(ids).toEqual([...numbers.map((number) => ['n', number]), ...texts.map((text) => ['s', String(text)])])
})

it('openpyxl reads dates as dates, and anything else in their column as it is', needsOpenpyxl, async () => {
  const times = ['2025-07-05 01:16:48', '1900-03-01 00:00:00', '2999-12-31 23:59:59', '9999-12-31 12:00:01']
  const others = [
    '1900-02-28',
    '0001-01-01',
    '2025-02-30',
    '2025-07-05 24:00:00',
    '2025-07-05T01:16:48Z',
    'ayer',
    '45000',
  ]
  const { cells } = await read([...times, '2024-02-29', ...others].map((date) => row(1, date, date)))
  expect(cells.slice(1).map((line) => line[2])).toEqual([
    ...times.map((time) => ['d', time, 'yyyy\\-mm\\-dd\\ hh:mm:ss']),
    ['d', '2024-02-29 00:00:00', 'yyyy\\-mm\\-dd'],
    ...others.map((text) => ['s', text, '@']),
  ])
  // Only in a column of dates.
  expect(new Set(cells.slice(1).map((line) => line[1]?.[0]))).toEqual(new Set(['s']))
})

it('has a frozen header, the widths of the table, and room for each number and date', needsOpenpyxl, async () => {
  const rows = [row(300123456789, 'x'.repeat(100))]
  const { frozen, widths, title } = await readWithOpenpyxl(await write(rows, 'Premios/Bonos & <más>'))
  expect({ frozen, widths, title }).toEqual({
    frozen: 'frozen at A2',
    widths: [14, 20, 21, 12],
    title: 'Premios Bonos & <más>',
  })
})

it('writes a header without rows, and columns beyond Z', needsOpenpyxl, async () => {
  expect((await read([])).cells).toHaveLength(1)
  const many = Array.from({ length: 60 }, (_, index) => ({ header: `C${index}`, field: 'id', width: 9, isDate: false }))
  const { cells } = await readWithOpenpyxl(await write([row(7)], 'x', many))
  expect(cells.map((line) => line.length)).toEqual([60, 60])
  expect(cells[1]?.every(([, value]) => value === '7')).toBe(true)
})

it.each(ROW_STORES)('writes the rows of the query in its order, %s', async (_name, store) => {
  const stored = await store(
    ['id', 'text'],
    ['b', 'x', 'a', 'b'].map((text, id) => ({ id, text })),
  )
  const conditions = [{ column: { field: 'text' }, isNot: 'x' }]
  const query = { ...allRows, conditions, sorting: { field: 'text', direction: -1 } } as const
  const file = await stored.xlsx({ ...options(), sheet: 'Codigos', columns: columns.slice(0, 2), query })
  const { 'xl/worksheets/sheet1.xml': sheet } = unzipSync(new Uint8Array(await file.arrayBuffer()))
  const lines = strFromU8(sheet as Uint8Array)
    .split('<row>')
    .slice(2)
  expect(lines.map((line) => Array.from(line.matchAll(/<[vt][^>]*>([^<]*)/g), ([, text]) => text))).toEqual([
    ['0', 'b'],
    ['3', 'b'],
    ['2', 'a'],
  ])
})

const FILES = ROW_STORES.flatMap(([name, store]) => [
  ['csv', 300, name, store] as const,
  ['xlsx', 256, name, store] as const,
])

it.each(FILES)(
  'reports progress of a file and cancels it: %s, %i rows at a time, %s',
  async (kind, size, _name, store) => {
    const rows = Array.from({ length: 300 }, (_, id) => ({ id }))
    const stored = await store(['id'], rows)
    let time = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000))
    onTestFinished(() => clock.mockRestore())
    const controller = new AbortController()
    const progress: number[] = []
    const onProgress = (done: number) => {
      progress.push(done)
      controller.abort()
    }
    const file = stored[kind]({ sheet: 'x', columns, query: allRows, signal: controller.signal, onProgress })
    await expect(file).rejects.toThrow('cancelled')
    expect(progress).toEqual([size])
  },
)

it('refuses more rows than a sheet holds', () => {
  const store = new ColumnStore([])
  store.push(encodeUtf8(`{"data":[${'{},'.repeat(MAX_XLSX_ROWS)}{}]}`))
  const steps = store.xlsx({ sheet: 'x', columns: [], query: allRows })
  expect(() => [...steps]).toThrow(`holds ${MAX_XLSX_ROWS} rows, not ${MAX_XLSX_ROWS + 1}`)
})
