import type { Bench, Suite } from './suite'
import { bodyOf, codes, report, scores, type TableData } from './tables/data'
import { openCanje, openPlain, otherTabsLoaded, refresh } from './tables/pages'
import { type Product, startProduct } from './tables/product'
import type { RawCdpPage } from './tables/raw-cdp-page'
import { measureRound, memoryOf, type PlainTimes, type Round } from './tables/round'
import { smallTableOverhead } from './tables/small-table-overhead'
import { threshold } from './threshold'

/** Number of rows of a table that must not become slower because of large tables. */
const SMALL_TABLE_ROWS = 1000
/** The longest JSON whose rows the plain table can hold, in bytes. A million rows of the report have 475 MB. */
const MAX_PLAIN_BYTES = 300e6

/** Measures of a round that have a reference in the plain table's page. */
type ComparedMeasure = 'sort' | 'numberSort' | 'csv'

/** The tables of the tabs with up to a million rows. */
export const tables: Suite = {
  title: 'Large tables against `JSON.parse`, typed arrays, CSV libraries and a plain DataTable',
  async run(bench) {
    const product = await startProduct(bench.stop)
    try {
      await measureSmallTable(bench, product)
      await measureTable(bench, product, codes, 100_000)
      if (bench.quick) return
      for (const table of [scores, report]) await measureTable(bench, product, table, 100_000)
      for (const table of [codes, scores, report]) await measureTable(bench, product, table, 1_000_000)
    } finally {
      await product.close()
    }
  },
}

/** Measures a small table of scores, which both render alike. Codes also have a button and a coloured label. */
async function measureSmallTable(bench: Bench, product: Product): Promise<void> {
  const { endpoint } = scores
  product.data.responses.set(endpoint, { type: 'application/json', body: bodyOf(scores, SMALL_TABLE_ROWS) })
  await bench.measure(`${endpoint}, ${SMALL_TABLE_ROWS} rows: loaded again, to the plain table`, {
    unit: 'ms',
    subject: async () => {
      const { page } = await openCanje(product, scores)
      await otherTabsLoaded(page)
      return refreshed(page)
    },
    reference: async () => refreshed(await openPlain(product, scores)),
    threshold: threshold.ratioAtMost(1),
  })
  bench.record('code that a small table loads for the sake of large ones, at most', {
    unit: 'KB brotli',
    subject: [await smallTableOverhead()],
    threshold: threshold.atMost(5),
  })
}

/** @returns milliseconds that a loaded table takes to refresh */
async function refreshed(page: RawCdpPage): Promise<number> {
  const time = await refresh(page)
  await page.close()
  return time
}

async function measureTable(bench: Bench, product: Product, table: TableData, count: number): Promise<void> {
  product.data.responses.set(table.endpoint, { type: 'application/json', body: bodyOf(table, 1) })
  const withoutRows = await memoryOf(product, table)
  const body = bodyOf(table, count)
  product.data.responses.set(table.endpoint, { type: 'application/json', body })
  const size = { length: body.length, withoutRows, hasPlain: body.length <= MAX_PLAIN_BYTES }
  const rounds: Round[] = []
  for (let round = 0; round < bench.runs; round++) {
    bench.stop.throwIfAborted()
    rounds.push(await measureRound(product, table, size))
  }
  const title = `${table.endpoint}, ${count} rows`
  recordRounds(bench, title, rounds)
  if (size.hasPlain) recordAgainstPlain(bench, title, rounds, count)
  else recordWithoutReference(bench, title, rounds)
}

function recordRounds(bench: Bench, title: string, rounds: readonly Round[]): void {
  const of = (key: keyof Omit<Round, 'plain'>) => rounds.map((round) => round[key])
  const name = (measure: string) => `${title}: ${measure}`
  bench.record(name('first rows after the first byte'), {
    unit: 'ms',
    subject: of('firstRow'),
    threshold: threshold.atMost(300),
  })
  bench.record(name('all rows, to fetch and JSON.parse'), {
    unit: 'ms',
    subject: of('whole'),
    reference: of('parse'),
    threshold: threshold.ratioAtMost(1.3),
  })
  bench.record(name('longest task of the page'), {
    unit: 'ms of CPU',
    subject: of('block'),
    threshold: threshold.atMost(50),
  })
  bench.record(name('longest task of a page turn'), {
    unit: 'ms of CPU',
    subject: of('turnBlock'),
    threshold: threshold.atMost(1000 / 60),
  })
  bench.record(name('memory, in times the JSON'), { unit: '×', subject: of('memory'), threshold: threshold.atMost(3) })
}

function recordAgainstPlain(bench: Bench, title: string, rounds: readonly Round[], count: number): void {
  const against = (key: ComparedMeasure, reference: keyof PlainTimes) => ({
    unit: 'ms',
    subject: rounds.map((round) => round[key]),
    reference: rounds.flatMap(({ plain }) => plain?.[reference] ?? []),
  })
  const name = (measure: string) => `${title}: ${measure}`
  bench.record(name('order by text, to the plain table'), {
    ...against('sort', 'sort'),
    ...(count === 1_000_000 && { threshold: threshold.ratioAtMost(1 / 20) }),
  })
  bench.record(name('order by number, to typed arrays'), {
    ...against('numberSort', 'typedSort'),
    threshold: threshold.ratioAtMost(2.5),
  })
  bench.record(name('order by text, to typed arrays of numbers'), {
    ...against('sort', 'typedSort'),
    threshold: threshold.ratioAtMost(2.5),
  })
  bench.record(name('CSV, to the faster of d3-dsv and csv42'), {
    ...against('csv', 'csv'),
    threshold: threshold.ratioAtMost(1),
  })
}

function recordWithoutReference(bench: Bench, title: string, rounds: readonly Round[]): void {
  const record = (name: string, key: ComparedMeasure) =>
    bench.record(`${title}: ${name}`, { unit: 'ms', subject: rounds.map((round) => round[key]) })
  record('order by text', 'sort')
  record('order by number', 'numberSort')
  record('CSV', 'csv')
}
