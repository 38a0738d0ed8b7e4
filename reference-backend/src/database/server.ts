import pg from 'pg'

const connectTimeoutMs = 5_000
const int8 = 20

/** A pool of connections to a PostgreSQL server. */
export function openServerPool(url: string): pg.Pool {
  return createPool({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'canje-reference-backend',
    // Compiling a query takes longer than its first rows.
    options: '-c jit=off',
  })
}

/** A pool of connections to what speaks PostgreSQL's protocol. Counts and ids (int8) come as numbers. */
export function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(type, format),
    },
  })
  // Without a listener, the loss of an idle connection would end the process; the next query opens another or says why not.
  pool.on('error', () => undefined)
  return pool
}
