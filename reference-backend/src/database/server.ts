import { Socket } from 'node:net'
import pg from 'pg'
import { parseInt8, parseJson } from '../json'

/** Timeouts of a PostgreSQL server, in milliseconds, after which a request gets 503. */
export interface ServerLimits {
  /** Maximum time to open a connection. */
  connectMs: number
  /**
   * Maximum time of a statement, such as that of a list's page, and of the wait for a free connection of the pool; 0 for
   * none. The server itself enforces it: one that sends nothing for twice that time hangs.
   */
  statementMs: number
}

export const defaultServerLimits: ServerLimits = { connectMs: 5_000, statementMs: 10_000 }

/** The maximum of connections. */
export const serverConnections = 10
/** Parsers of column types, by their object id: int8 and json. */
const parsers = new Map<number, (text: string) => unknown>([
  [20, parseInt8],
  [114, parseJson],
])

/** Settings that a client sends when it connects, unless a pooler refuses them. */
export interface StartSettings {
  /** True once a pooler has refused them. */
  refused: boolean
}

/**
 * Opens a pool of connections to a PostgreSQL server.
 *
 * @param settings shared with what finds out that a pooler refuses them
 */
export function openServerPool(
  url: string,
  limits = defaultServerLimits,
  settings: StartSettings = { refused: false },
): pg.Pool {
  // A setting that a pooler passes on to later clients would change their transactions: a pooled server keeps its own.
  const inactivityMs = () => limits.statementMs * (settings.refused ? 1 : 2)
  return createPool({
    connectionString: url,
    Client: clientClass(limits, settings),
    max: serverConnections,
    application_name: 'canje-reference-backend',
    stream: () => withInactivityTimeout(new Socket(), inactivityMs()),
    connectionTimeoutMillis: limits.statementMs,
    // An idle connection receives no bytes either.
    idleTimeoutMillis: limits.statementMs,
  })
}

/** A client with a connection timeout of its own: that of the pool includes the wait for a free connection. */
function clientClass({ connectMs, statementMs }: ServerLimits, settings: StartSettings): typeof pg.Client {
  const start = {
    // Pages join row by row by index: hash joins of whole tables, parallel workers and JIT would take longer.
    options: '-c random_page_cost=1.1 -c jit=off -c max_parallel_workers_per_gather=0',
    // Not within `options`, which the options of the URL replace.
    statement_timeout: statementMs,
  }
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: connectMs, ...(!settings.refused && start) })
    }
  }
}

/** Destroys the connections of a server that hangs, so that the pool opens others. */
function withInactivityTimeout(socket: Socket, inactivityMs: number): Socket {
  return socket.setTimeout(inactivityMs, () => {
    const error = new Error(`The PostgreSQL server has sent no data for ${inactivityMs} ms`)
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
  })
}

/** Creates a connection pool for PostgreSQL's protocol. Integers are exact: counts, ids and those within JSON. */
export function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers.get(type)) || pg.types.getTypeParser(type, format),
    },
  })
  // Without listeners, a lost connection would end the process. Running queries reject, and the next query opens another
  // connection or reports why it cannot.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
