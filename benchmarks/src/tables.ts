import type { Bench, Suite } from './suite'
import { bodyOf, codes, report, scores, type TableData } from './tables/data'
import { type Product, startProduct } from './tables/product'
import { measureRound, memoryOf, type Round } from './tables/round'
import { type Threshold, threshold } from './threshold'

const MANY = 100_000

/** The tables of the tabs with up to a million rows. */
export const tables: Suite = {
  title: 'Large tables, by keys in a browser, against bare loops over the same rows',
  async run(bench) {
    const product = await startProduct(bench.stop)
    try {
      // The details of a code need the report.
      serveRows(product, report, MANY)
      await measureTable(bench, product, codes, MANY)
      if (bench.quick) return
      await measureTable(bench, product, report, MANY)
      for (const table of [codes, scores]) await measureTable(bench, product, table, 1_000_000)
    } finally {
      await product.close()
    }
  },
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
  const rounds: Round[] = []
  for (let round = 0; round < bench.runs; round++) {
    bench.stop.throwIfAborted()
    rounds.push(await measureRound(product, table, { length, withoutRows }))
  }
  recordRounds(bench, `${table.endpoint}, ${count} rows`, rounds, count === MANY)
}

type Measure = (round: Round) => number | undefined

interface Recorded {
  unit?: string
  /** A bare loop over the same rows, or what the browser does alone. */
  than?: Measure
  limit?: Threshold | undefined
}

function recordRounds(bench: Bench, title: string, rounds: readonly Round[], isSmaller: boolean): void {
  const { atMost, ratioAtMost } = threshold
  const valuesOf = (measure: Measure) => rounds.flatMap((round) => measure(round) ?? [])
  const record = (name: string, measure: Measure, { unit = 'ms', than, limit }: Recorded) => {
    const subject = valuesOf(measure)
    // The tab has no such thing.
    if (subject.length === 0) return
    const reference = than && { reference: valuesOf(than) }
    bench.record(`${title}: ${name}`, { unit, subject, ...reference, ...(limit && { threshold: limit }) })
  }
  const sortLimit = isSmaller ? atMost(300) : ratioAtMost(0.2)

  record('first rows after the first byte', (round) => round.firstRow, { limit: atMost(300) })
  record('all rows, relative to fetch and JSON.parse', ({ whole }) => whole, {
    than: ({ plain }) => plain.parse,
    limit: ratioAtMost(1.3),
  })
  record('memory, relative to the JSON', ({ memory }) => memory, { unit: '×', limit: atMost(3) })
  record('longest main-thread task', ({ block }) => block, { unit: 'ms of CPU', limit: atMost(50) })
  record('longest main-thread task of a page change', ({ turnBlock }) => turnBlock, {
    unit: 'ms of CPU',
    limit: atMost(1000 / 60),
  })
  record('last key of a search to its rows, beside String.includes', ({ times }) => times.search, {
    than: ({ plain }) => plain.search,
    limit: atMost(isSmaller ? 50 : 150),
  })
  for (const job of ['jump', 'turn'] as const)
    record(`page ${job}, beside ten rows as text`, ({ times }) => times[job], {
      than: ({ plain }) => plain.turn,
      limit: atMost(100),
    })
  record('page turn while searches are prepared, beside ten rows as text', ({ early }) => early.turn, {
    than: ({ plain }) => plain.turn,
    limit: atMost(100),
  })
  record('order by text, beside Intl.Collator', ({ times }) => times.sort, {
    than: ({ plain }) => plain.sort,
    limit: sortLimit,
  })
  record('order by text while searches are prepared, beside Intl.Collator', ({ early }) => early.sort, {
    than: ({ plain }) => plain.sort,
    limit: sortLimit,
  })
  record('order by number, beside typed arrays', ({ times }) => times.numberSort, {
    than: ({ plain }) => plain.numberSort,
    limit: ratioAtMost(2.5),
  })
  record('Resumen, beside a Map', ({ times }) => times.summary, {
    than: ({ plain }) => plain.summary,
    limit: atMost(300),
  })
  record('panel from lists in memory, beside a filter', ({ times }) => times.panel, {
    than: ({ plain }) => plain.panel,
    limit: atMost(100),
  })
  record('CSV, beside the faster of d3-dsv and csv42', ({ times }) => times.csv, {
    than: ({ plain }) => plain.csv,
    limit: ratioAtMost(1),
  })
  record('Excel, beside compressed XML', ({ times }) => times.excel, { than: ({ plain }) => plain.excel })
}
