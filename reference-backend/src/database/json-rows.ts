import { type CompiledQuery, type Expression, sql } from 'kysely'
import type { Database } from './schema'

/** Some ten milliseconds of the database's work, and less than a megabyte. */
const batchRows = 2_500

/** Has the database make a JSON object of each row of a query. */
export function jsonStatement(database: Database, query: Expression<unknown>): CompiledQuery<Buffer> {
  return sql<Buffer>`select row_to_json(item) from (${query}) as item`.compile(database)
}

/**
 * The rows of a {@link jsonStatement}, parted by commas. Whoever stops reading gives the connection free; whoever reads
 * slowly lets the database wait.
 */
export async function* jsonRows(database: Database, statement: CompiledQuery<Buffer>): AsyncGenerator<Buffer> {
  for await (const { rows } of database.getExecutor().stream<Buffer>(statement, batchRows)) yield* rows
}
