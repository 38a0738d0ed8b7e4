import type { Bench, Suite } from './suite'
import { bodyOf, codes, report, scores, type TableData } from './tables/data'
import { openCanje, openPlain, otherTabsLoaded, refresh } from './tables/pages'
import { type Product, startProduct } from './tables/product'
import type { UnwatchedPage } from './tables/raw-cdp-page'
import { measureRound, memoryOf, type PlainTimes, type Round } from './tables/round'
import { smallPathSize } from './tables/small-path'
import { bound } from './threshold'

/** Rows of a table that must not pay for the larger ones. */
const FEW = 1000
/** The longest JSON of which the plain table can keep the rows, in bytes: a million of the report have 475 MB. */
const MOST_PLAIN = 300e6

/** What is held against the plain table's page, where there is one. */
type Compared = 'sort' | 'numberSort' | 'csv'

/** The tables of the tabs with very many rows. */
export const tables: Suite = {
  title: 'Tables of very many rows, against what a browser and a plain DataTable need',
  async run(bench) {
    const product = await startProduct(bench.stop)
    try {
      await measureSmall(bench, product)
      await measureTable(bench, product, codes, 100_000)
      if (bench.quick) return
      for (const table of [scores, report]) await measureTable(bench, product, table, 100_000)
      for (const table of [codes, scores, report]) await measureTable(bench, product, table, 1_000_000)
    } finally {
      await product.close()
    }
  },
}

/** Of scores: Canje draws the same of them as the plain table, where a code has a button and labels in colour besides. */
async function measureSmall(bench: Bench, product: Product): Promise<void> {
  const { call } = scores
  product.data.answers.set(call, { type: 'application/json', body: bodyOf(scores, FEW) })
  await bench.measure(`${call}, ${FEW} rows: loaded again, to the plain table`, {
    unit: 'ms',
    subject: async () => {
      const { page } = await openCanje(product, scores)
      await otherTabsLoaded(page)
      return refreshed(page)
    },
    reference: async () => refreshed(await openPlain(product, scores)),
    bound: bound.ratioAtMost(1),
  })
  bench.record('code that a small table loads for the sake of large ones, at most', {
    unit: 'KB brotli',
    subject: [await smallPathSize()],
    bound: bound.atMost(5),
  })
}

/** How long a table that is there takes to be loaded again, in milliseconds. */
async function refreshed(page: UnwatchedPage): Promise<number> {
  const time = await refresh(page)
  await page.close()
  return time
}

async function measureTable(bench: Bench, product: Product, table: TableData, count: number): Promise<void> {
  product.data.answers.set(table.call, { type: 'application/json', body: bodyOf(table, 1) })
  const withoutRows = await memoryOf(product, table)
  const body = bodyOf(table, count)
  product.data.answers.set(table.call, { type: 'application/json', body })
  const size = { length: body.length, withoutRows, hasPlain: body.length <= MOST_PLAIN }
  const rounds: Round[] = []
  for (let round = 0; round < bench.runs; round++) {
    bench.stop.throwIfAborted()
    rounds.push(await measureRound(product, table, size))
  }
  const title = `${table.call}, ${count} rows`
  recordRounds(bench, title, rounds)
  if (size.hasPlain) recordAgainstPlain(bench, title, rounds, count)
  else recordAlone(bench, title, rounds)
}

function recordRounds(bench: Bench, title: string, rounds: readonly Round[]): void {
  const of = (key: keyof Omit<Round, 'plain'>) => rounds.map((round) => round[key])
  const name = (what: string) => `${title}: ${what}`
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
  bench.record(name('memory, in times the JSON'), { unit: '×', subject: of('memory'), bound: bound.atMost(3) })
}

function recordAgainstPlain(bench: Bench, title: string, rounds: readonly Round[], count: number): void {
  const against = (key: Compared, reference: keyof PlainTimes) => ({
    unit: 'ms',
    subject: rounds.map((round) => round[key]),
    reference: rounds.flatMap(({ plain }) => plain?.[reference] ?? []),
  })
  const name = (what: string) => `${title}: ${what}`
  bench.record(name('order by text, to the plain table'), {
    ...against('sort', 'sort'),
    ...(count === 1_000_000 && { bound: bound.ratioAtMost(1 / 20) }),
  })
  bench.record(name('order by number, to typed arrays'), {
    ...against('numberSort', 'typedSort'),
    bound: bound.ratioAtMost(2.5),
  })
  bench.record(name('order by text, to typed arrays of numbers'), {
    ...against('sort', 'typedSort'),
    bound: bound.ratioAtMost(2.5),
  })
  bench.record(name('CSV, to the faster of d3-dsv and csv42'), {
    ...against('csv', 'csv'),
    bound: bound.ratioAtMost(1),
  })
}

function recordAlone(bench: Bench, title: string, rounds: readonly Round[]): void {
  const record = (what: string, key: Compared) =>
    bench.record(`${title}: ${what}`, { unit: 'ms', subject: rounds.map((round) => round[key]) })
  record('order by text', 'sort')
  record('order by number', 'numberSort')
  record('CSV', 'csv')
}
