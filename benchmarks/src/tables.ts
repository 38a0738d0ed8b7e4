import type { Bench, Suite } from './suite'
import { bodyOf, codes, report, scores, type TableData } from './tables/data'
import { callInPage, openCanje, openPlain } from './tables/pages'
import { type Product, startProduct } from './tables/product'
import type { RawCdpPage } from './tables/raw-cdp-page'
import { measureRound, memoryOf, type PlainTimes, type Round } from './tables/round'
import { threshold } from './threshold'

/** Number of rows of a table that must not become slower because of large tables. */
const SMALL_TABLE_ROWS = 1000
/** The longest JSON whose rows the plain table can hold, in bytes. A million rows of the report have 475 MB. */
const MAX_PLAIN_BYTES = 300e6

/** Measures of a round that have a reference in the plain table's page. */
type ComparedMeasure = 'sort' | 'numberSort' | 'csv' | 'search'

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
  serveRows(product, scores, SMALL_TABLE_ROWS)
  await bench.measure(`${scores.endpoint}, ${SMALL_TABLE_ROWS} rows: refresh, relative to a plain DataTable`, {
    unit: 'ms',
    subject: async () => {
      const { page } = await openCanje(product, scores)
      await callInPage(page, 'probe', 'otherTabsLoaded')
      return refreshed(page)
    },
    reference: async () => refreshed(await openPlain(product, scores)),
    threshold: threshold.ratioAtMost(1),
  })
}

/** @returns milliseconds that a loaded table takes to refresh */
async function refreshed(page: RawCdpPage): Promise<number> {
  const time = await callInPage(page, 'probe', 'refresh')
  await page.close()
  return time
}

/** Makes the product respond with rows of a table. @returns the JSON of the response */
function serveRows(product: Product, table: TableData, count: number) {
  const body = bodyOf(table, count)
  product.data.responses.set(table.endpoint, { type: 'application/json', body })
  return body
}

async function measureTable(bench: Bench, product: Product, table: TableData, count: number): Promise<void> {
  serveRows(product, table, 1)
  const withoutRows = await memoryOf(product, table)
  const { length } = serveRows(product, table, count)
  const size = { length, withoutRows, hasPlain: length <= MAX_PLAIN_BYTES }
  const rounds: Round[] = []
  for (let round = 0; round < bench.runs; round++) {
    bench.stop.throwIfAborted()
    rounds.push(await measureRound(product, table, size))
  }
  const title = `${table.endpoint}, ${count} rows`
  recordRounds(bench, title, rounds, count)
  recordComparisons(bench, title, rounds, count)
}

function recordRounds(bench: Bench, title: string, rounds: readonly Round[], count: number): void {
  const of = (key: keyof Omit<Round, 'plain'>) => rounds.map((round) => round[key])
  const record = (name: string, unit: string, key: keyof Omit<Round, 'plain'>, limit: number) =>
    bench.record(`${title}: ${name}`, { unit, subject: of(key), threshold: threshold.atMost(limit) })
  record('first rows after the first byte', 'ms', 'firstRow', 300)
  bench.record(`${title}: all rows, relative to fetch and JSON.parse`, {
    unit: 'ms',
    subject: of('whole'),
    reference: of('parse'),
    threshold: threshold.ratioAtMost(1.3),
  })
  record('longest main-thread task', 'ms of CPU', 'block', 50)
  record('longest main-thread task of a page change', 'ms of CPU', 'turnBlock', 1000 / 60)
  record('memory, relative to the JSON', '×', 'memory', 3)
  record('matches of a search on the screen', 'ms', 'search', count === 1_000_000 ? 150 : 50)
}

/** Records what has a reference in the plain table, and without it where that table cannot hold the rows. */
function recordComparisons(bench: Bench, title: string, rounds: readonly Round[], count: number): void {
  const record = (name: string, key: ComparedMeasure, reference: keyof PlainTimes, than: string, limit?: number) => {
    const subject = rounds.map((round) => round[key])
    const plain = rounds.flatMap((round) => round.plain?.[reference] ?? [])
    if (plain.length === 0) return bench.record(`${title}: ${name}`, { unit: 'ms', subject })
    const limited = limit !== undefined && { threshold: threshold.ratioAtMost(limit) }
    return bench.record(`${title}: ${name}, relative to ${than}`, { unit: 'ms', subject, reference: plain, ...limited })
  }
  record('sort by text', 'sort', 'sort', 'a plain DataTable', count === 1_000_000 ? 1 / 20 : undefined)
  record('sort by number', 'numberSort', 'typedSort', 'typed arrays', 2.5)
  record('CSV export', 'csv', 'csv', 'the faster of d3-dsv and csv42', 1)
  if (!rounds.every(({ plain }) => plain)) return
  record('sort by text', 'sort', 'typedSort', 'numbers in typed arrays', 2.5)
  // A frame is longer than the loop over fewer rows.
  if (count === 1_000_000) record('search', 'search', 'search', 'a loop of `String.includes`', 5)
}
