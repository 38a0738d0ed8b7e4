import { type Expression, sql } from 'kysely'
import type { Database } from './schema'

/** Some tens of milliseconds of the database's work, and less than a megabyte. */
const batchRows = 2_500

/**
 * The rows of a query as JSON objects, parted by commas, made by the database. Whoever stops reading gives the
 * connection free; whoever reads slowly lets the database wait.
 */
export async function* jsonRows(database: Database, query: Expression<unknown>): AsyncGenerator<string> {
  const statement = sql<{ json: string }>`select row_to_json(item)::text as json from (${query}) as item`
  const batches = database.getExecutor().stream<{ json: string }>(statement.compile(database), batchRows)
  let separator = ''
  for await (const { rows } of ahead(batches)) {
    yield separator + rows.map(({ json }) => json).join(',')
    separator = ','
  }
}

/** Asks for the next item while the last one is in use. */
async function* ahead<Item>(items: AsyncIterableIterator<Item>): AsyncGenerator<Item> {
  let next = items.next()
  try {
    for (let current = await next; !current.done; current = await next) {
      next = items.next()
      yield current.value
    }
  } finally {
    // Nobody waits for it any more when the reader left, or has heard of its failure already.
    next.catch(() => undefined)
    await items.return?.()
  }
}
