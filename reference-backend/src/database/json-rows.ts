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
 * @param signal ends the query, and has the reading fail with its reason
 */
export async function* jsonRows(
  database: Database,
  statement: CompiledQuery<Buffer>,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  // Kysely hands a cursor nothing but a statement and its parameters.
  const parameters = signal ? [...statement.parameters, signal] : statement.parameters
  const batches = database.getExecutor().stream<Buffer>({ ...statement, parameters }, batchRows)
  for await (const { rows } of batches) yield* rows
}
