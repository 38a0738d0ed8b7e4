import { bound } from './bound'
import type { Bench, Suite } from './suite'
import { bodyOf, codes, report, type TableData } from './tables/data'
import { longestTask } from './tables/main-thread'
import {
  fetchAndParse,
  loadTimes,
  makePlainCsv,
  openCanje,
  openPlain,
  refresh,
  rendererMemory,
  saveCsv,
  sortBy,
  sortPlainTyped,
  turnPage,
} from './tables/pages'
import { type Product, startProduct } from './tables/product'
import { smallPathSize } from './tables/small-path'

/** The column of `id` in all tables, and that of `name` in the plain ones, which have the fields in their order. */
const NUMBER_COLUMN = 1
const PLAIN_NAME_COLUMN = 2
/** Rows of a table that must not pay for the larger ones. */
const FEW = 1000
const PAGES_TURNED = 5

/** What one round measures of each table; times are in milliseconds. */
interface Round {
  firstRow: number
  whole: number
  parse: number
  /** Memory of the page that all rows are in, in times the length of their JSON. */
  memory: number
  block: number
  turnBlock: number
  sort: number
  numberSort: number
  plainSort: number
  typedSort: number
  csv: number
  plainCsv: number
}

/** The tables of the tabs with very many rows. */
export const tables: Suite = {
  title: 'Tables of very many rows, against what a browser and a plain DataTable need',
  async run(bench) {
    const product = await startProduct(bench.stop)
    try {
      await measureSmall(bench, product)
      await measureTable(bench, product, codes, 100_000)
      if (bench.quick) return
      // The plain table cannot hold a million rows of the report: their JSON is almost as long as a string may be.
      await measureTable(bench, product, report, 100_000)
      await measureTable(bench, product, codes, 1_000_000)
    } finally {
      await product.close()
    }
  },
}

async function measureSmall(bench: Bench, product: Product): Promise<void> {
  const { call } = codes
  product.data.answers.set(call, { type: 'application/json', body: bodyOf(codes, FEW) })
  await bench.measure(`${call}, ${FEW} rows: on the screen, to the plain table`, {
    unit: 'ms',
    subject: async () => {
      const page = await openCanje(product, codes)
      const time = await refresh(page)
      await page.context().close()
      return time
    },
    reference: async () => {
      const page = await openPlain(product, codes)
      const { whole } = await loadTimes(page, codes)
      await page.context().close()
      return whole
    },
    bound: bound.ratioAtMost(1),
  })
  bench.record('code that a small table loads for the sake of large ones, at most', {
    unit: 'KB brotli',
    subject: [await smallPathSize()],
    bound: bound.atMost(5),
  })
}

async function measureTable(bench: Bench, product: Product, table: TableData, count: number): Promise<void> {
  product.data.answers.set(table.call, { type: 'application/json', body: bodyOf(table, 1) })
  const withoutRows = await memoryOf(product, table)
  const body = bodyOf(table, count)
  product.data.answers.set(table.call, { type: 'application/json', body })
  const rounds: Round[] = []
  for (let round = 0; round < bench.runs; round++) {
    bench.stop.throwIfAborted()
    rounds.push(await measureRound(product, table, { length: body.length, withoutRows }))
  }
  const of = (key: keyof Round) => rounds.map((round) => round[key])
  const name = (what: string) => `${table.call}, ${count} rows: ${what}`
  bench.record(name('first rows after the first byte'), {
    unit: 'ms',
    subject: of('firstRow'),
    bound: bound.atMost(300),
  })
  bench.record(name('all rows, to fetch and JSON.parse'), {
    unit: 'ms',
    subject: of('whole'),
    reference: of('parse'),
    bound: bound.ratioAtMost(1.3),
  })
  bench.record(name('longest task of the page'), { unit: 'ms of CPU', subject: of('block'), bound: bound.atMost(50) })
  bench.record(name('longest task of a page turn'), {
    unit: 'ms of CPU',
    subject: of('turnBlock'),
    bound: bound.atMost(1000 / 60),
  })
  bench.record(name('order by text, to the plain table'), {
    unit: 'ms',
    subject: of('sort'),
    reference: of('plainSort'),
    ...(count === 1_000_000 && { bound: bound.ratioAtMost(1 / 20) }),
  })
  bench.record(name('order by number, to typed arrays'), {
    unit: 'ms',
    subject: of('numberSort'),
    reference: of('typedSort'),
    bound: bound.ratioAtMost(2.5),
  })
  bench.record(name('order by text, to typed arrays of numbers'), {
    unit: 'ms',
    subject: of('sort'),
    reference: of('typedSort'),
    bound: bound.ratioAtMost(2.5),
  })
  bench.record(name('memory, in times the JSON'), { unit: '×', subject: of('memory'), bound: bound.atMost(3) })
  bench.record(name('CSV, to the faster of d3-dsv and csv42'), {
    unit: 'ms',
    subject: of('csv'),
    reference: of('plainCsv'),
    bound: bound.ratioAtMost(1),
  })
}

async function memoryOf(product: Product, table: TableData): Promise<number> {
  const page = await openCanje(product, table)
  const memory = await rendererMemory(product)
  await page.context().close()
  return memory
}

async function measureRound(
  product: Product,
  table: TableData,
  { length, withoutRows }: { length: number; withoutRows: number },
): Promise<Round> {
  const parse = await fetchAndParse(product, table)
  const canje = await openCanje(product, table)
  const memory = ((await rendererMemory(product)) - withoutRows) / length
  const { first: firstRow, whole } = await loadTimes(canje, table)
  // In the order of the server, as the libraries write it.
  const csv = await saveCsv(canje)
  const sort = await sortBy(canje, table.nameColumn)
  const numberSort = await sortBy(canje, NUMBER_COLUMN)
  await canje.context().close()

  const plain = await openPlain(product, table)
  const typedSort = await sortPlainTyped(plain)
  const plainCsv = Math.min(await makePlainCsv(plain, 'd3-dsv', table), await makePlainCsv(plain, 'csv42', table))
  const plainSort = await sortBy(plain, PLAIN_NAME_COLUMN)
  await plain.context().close()

  const block = await longestTask(product.browser, table.call, async () => {
    const page = await openCanje(product, table)
    await sortBy(page, table.nameColumn)
    await saveCsv(page)
    await page.context().close()
  })
  const page = await openCanje(product, table)
  const turnBlock = await longestTask(product.browser, undefined, async () => {
    for (let turned = 0; turned < PAGES_TURNED; turned++) await turnPage(page)
  })
  await page.context().close()
  return { firstRow, whole, parse, memory, block, turnBlock, sort, numberSort, plainSort, typedSort, csv, plainCsv }
}
