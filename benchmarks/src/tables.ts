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
      for (const table of [codes, report]) await measureTable(bench, product, table, MANY)
      if (bench.quick) return
      for (const table of [codes, scores]) await measureTable(bench, product, table, 1_000_000)
    } finally {
      await product.close()
    }
  },
}

/** Makes the product respond with rows of a table. @returns the JSON of the response */
function serveRows(product: Product, table: TableData, count: number) {
  const body = bodyOf(table, count)
  product.data.responses.set(table.endpoint, body)
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

function recordRounds(bench: Bench, title: string, rounds: readonly Round[], isSmaller: boolean): void {
  const { atMost, ratioAtMost } = threshold
  const valuesOf = (measure: Measure) => rounds.flatMap((round) => measure(round) ?? [])
  /** @param than a bare loop over the same rows, or what the browser does alone */
  function record(name: string, of: Measure, than: Measure | undefined, limit: Threshold | undefined, unit = 'ms') {
    const subject = valuesOf(of)
    // The tab has no such thing.
    if (subject.length === 0) return
    const reference = than && { reference: valuesOf(than) }
    bench.record(`${title}: ${name}`, { unit, subject, ...reference, ...(limit && { threshold: limit }) })
  }
  const bare = (loop: keyof Round['plain']) => (round: Round) => round.plain[loop]
  const frame = 1000 / 60
  const found = atMost(isSmaller ? 50 : 150)
  const ordered = isSmaller ? atMost(300) : ratioAtMost(0.2)
  const early = 'while searches are prepared'

  record('first rows after the first byte', (round) => round.firstRow, undefined, atMost(300))
  record('all rows, beside fetch and JSON.parse', (round) => round.whole, bare('parse'), ratioAtMost(1.3))
  record('memory, relative to the JSON', (round) => round.memory, undefined, atMost(3), '×')
  record('longest main-thread task', (round) => round.block, undefined, atMost(50), 'ms of CPU')
  record('longest main-thread task of a page turn', (round) => round.turnBlock, undefined, atMost(frame), 'ms of CPU')
  record('last key of a search to its rows', (round) => round.times.search, bare('search'), found)
  record('jump to a page', (round) => round.times.jump, bare('turn'), atMost(100))
  record('page turn', (round) => round.times.turn, bare('turn'), atMost(100))
  record(`page turn ${early}`, (round) => round.early.turn, bare('turn'), atMost(100))
  record('order by text, beside Intl.Collator', (round) => round.times.sort, bare('sort'), ordered)
  record(`order by text ${early}, beside Intl.Collator`, (round) => round.early.sort, bare('sort'), ordered)
  record(
    'order by number, beside typed arrays',
    (round) => round.times.numberSort,
    bare('numberSort'),
    ratioAtMost(2.5),
  )
  record('Resumen', (round) => round.times.summary, bare('summary'), atMost(300))
  record('panel from lists in memory', (round) => round.times.panel, bare('panel'), atMost(100))
  record('CSV, beside the faster of d3-dsv and csv42', (round) => round.times.csv, bare('csv'), ratioAtMost(1))
  record('Excel, beside compressed XML', (round) => round.times.excel, bare('excel'), undefined)
}
