import type { Bench, Suite } from './suite'
import { bodyOf, ENDPOINT } from './tables/data'
import { type Product, startProduct } from './tables/product'
import { measureRound, memoryOf, type Round } from './tables/round'

/** The table of a tab with up to a million rows. */
export const tables: Suite = {
  title: 'Large tables, by keys in a browser, against bare loops over the same rows',
  async run(bench) {
    const product = await startProduct(bench.stop)
    try {
      for (const count of bench.quick ? [100_000] : [100_000, 1_000_000]) await measureTable(bench, product, count)
    } finally {
      await product.close()
    }
  },
}

/** Makes the product respond with rows. @returns the JSON of the response */
function serveRows(product: Product, count: number) {
  const body = bodyOf(count)
  product.data.responses.set(ENDPOINT, body)
  return body
}

async function measureTable(bench: Bench, product: Product, count: number): Promise<void> {
  serveRows(product, 1)
  const withoutRows = await memoryOf(product)
  const { length } = serveRows(product, count)
  const rounds: Round[] = []
  for (let round = 0; round < bench.runs; round++) {
    bench.stop.throwIfAborted()
    rounds.push(await measureRound(product, length, withoutRows))
  }
  recordRounds(bench, `${ENDPOINT}, ${count} rows`, rounds)
}

function recordRounds(bench: Bench, title: string, rounds: readonly Round[]): void {
  /** @param than a bare loop over the same rows, or what the browser does alone */
  function record(name: string, of: (round: Round) => number, than?: keyof Round['plain'], unit = 'ms') {
    const reference = than && { reference: rounds.map(({ plain }) => plain[than]) }
    bench.record(`${title}: ${name}`, { unit, subject: rounds.map(of), ...reference })
  }
  record('first rows after the first byte', ({ firstRow }) => firstRow)
  record('all rows, beside fetch and JSON.parse', ({ whole }) => whole, 'parse')
  record('memory kept, relative to the JSON', ({ memory }) => memory, undefined, '×')
  record('longest main-thread task, 0 below 50 ms', ({ block }) => block)
  record('last key of a search to its rows', ({ times }) => times.search, 'search')
  record('page turn', ({ times }) => times.turn, 'turn')
  record('order by text, beside Intl.Collator', ({ times }) => times.sort, 'sort')
  record('order by number, beside typed arrays', ({ times }) => times.numberSort, 'numberSort')
}
