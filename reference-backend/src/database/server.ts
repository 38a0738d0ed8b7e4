import { Socket, type SocketConstructorOpts } from 'node:net'
import type { DuplexOptions } from 'node:stream'
import pg from 'pg'

const connectTimeoutMs = 5_000
/** How many there are at most. */
export const serverConnections = 10
const int8 = 20

/** A connection that rests (`resting-reader.ts`) reads no more meanwhile; else Node.js would go on until its buffer is full. */
const socketOptions: SocketConstructorOpts & DuplexOptions = { readableHighWaterMark: 1 }

/** Given to the pool, the limit would also end the wait for a connection that others use. */
class ServerClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeoutMs })
  }
}

/** A pool of connections to a PostgreSQL server. */
export function openServerPool(url: string): pg.Pool {
  return createPool({
    connectionString: url,
    Client: ServerClient,
    max: serverConnections,
    application_name: 'canje-reference-backend',
    stream: () => new Socket(socketOptions),
    // Compiling a query takes longer than its first rows. And a list that is read in batches has no parallel workers,
    // but a plan for them would have it sorted first.
    options: '-c jit=off -c max_parallel_workers_per_gather=0',
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
  // Without listeners, the loss of a connection would end the process. A query under way rejects; the next one opens
  // another connection or says why not.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
