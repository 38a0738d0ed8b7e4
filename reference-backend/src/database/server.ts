import { Socket } from 'node:net'
import pg from 'pg'

/** How long a PostgreSQL server may take, in milliseconds, before a call is answered without it. */
export interface ServerLimits {
  /** Until a new connection is ready. */
  connectMs: number
  /** Until one of the connections is free. */
  waitMs: number
  /** For a statement, such as that of a list's page. */
  statementMs: number
  /** Without a byte while something is asked of it: longer than a statement, which the server can end in order. */
  silenceMs: number
}

export const defaultServerLimits: ServerLimits = {
  connectMs: 5_000,
  waitMs: 10_000,
  statementMs: 10_000,
  silenceMs: 20_000,
}

/** How long connections in use may take to come back when the pool ends. */
const graceMs = 300
/** How many there are at most. */
export const serverConnections = 10
const int8 = 20

/** @returns a client with a time limit for connecting: the pool's own also counts the wait for a connection in use */
function clientClass(connectMs: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: connectMs })
    }
  }
}

/**
 * A pool of connections to a PostgreSQL server.
 * @param limits without them only connecting is limited: filling a database takes its time
 */
export function openServerPool(url: string, limits?: ServerLimits): pg.Pool {
  // A page looks up what it joins row by row: to hash a whole table for it, start workers or compile would take longer.
  const options = '-c random_page_cost=1.1 -c jit=off -c max_parallel_workers_per_gather=0'
  return createPool({
    connectionString: url,
    Client: clientClass(limits?.connectMs ?? defaultServerLimits.connectMs),
    max: serverConnections,
    application_name: 'canje-reference-backend',
    options,
    ...(limits && {
      stream: () => lostWhenSilent(new Socket(), limits.silenceMs),
      connectionTimeoutMillis: limits.waitMs,
      // A connection that nobody uses is silent too.
      idleTimeoutMillis: limits.silenceMs / 2,
      // Not within `options`: those of the URL take their place.
      statement_timeout: limits.statementMs,
    }),
  })
}

/** A server that hangs keeps its connections open: they are given up, and the pool opens others. */
function lostWhenSilent(socket: Socket, silenceMs: number): Socket {
  return socket.setTimeout(silenceMs, () => {
    const error = new Error(`The PostgreSQL server has sent nothing for ${silenceMs} ms`)
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
  })
}

/** The pool, whose end waits no longer than {@link graceMs} for connections in use. */
export function cutAtEnd(pool: pg.Pool): Pick<pg.Pool, 'connect' | 'end'> {
  const used = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => used.add(client))
  pool.on('release', (_error, client) => used.delete(client))
  return {
    connect: () => pool.connect(),
    end: async () => {
      const cut = setTimeout(() => {
        for (const client of used) client.connection.stream.destroy()
      }, graceMs)
      await pool.end()
      clearTimeout(cut)
    },
  }
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
