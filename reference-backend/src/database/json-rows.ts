import { type Expression, sql } from 'kysely'
import type { Database } from './schema'

/** Some ten milliseconds of the database's work, and less than a megabyte. */
const batchRows = 2_500

/**
 * The rows of a query as JSON objects, parted by commas, made by the database. Whoever stops reading gives the
 * connection free; whoever reads slowly lets the database wait.
 */
export async function* jsonRows(database: Database, query: Expression<unknown>): AsyncGenerator<string> {
  const statement = sql<string>`select row_to_json(item)::text from (${query}) as item`
  let separator = ''
  const batches = database.getExecutor().stream<string>(statement.compile(database), batchRows)
  for await (const { rows } of batches) {
    yield separator + rows.join(',')
    separator = ','
  }
}
