import type { PostgresPool } from 'kysely'
import pg from 'pg'

const connectTimeoutMs = 5_000
const int8 = 20

/** A pool of connections to a PostgreSQL server. Counts and ids (int8) come as numbers, as from the embedded engine. */
export function openServerPool(url: string): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'canje-reference-backend',
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(type, format),
    },
  })
  // Without a listener, the loss of an idle connection would end the process; the next query opens another or says why not.
  pool.on('error', () => undefined)
  return pool
}
