import type pg from 'pg'
import { reasonOf } from '../reason'
import { defaultServerLimits, openServerPool, type StartSettings } from './server'
import { ConnectionError, isUnavailable, needsNewConnections } from './unavailable'

/** Time for connections in use to be released when the pool ends, in milliseconds. */
const graceMs = 300
/** SQLSTATE codes of poolers for a setting at the start: a protocol violation, a feature that is not supported. */
const refusals = ['08P01', '0A000']

/** The methods of a pool that a database uses. */
type Connections = Pick<pg.Pool, 'connect' | 'end'>

/**
 * Opens a pool as {@link openServerPool} that recovers: after an error that a new connection mends, such as that of a server
 * which became a replica, no connection from before is used again. A pooler that refuses settings gets none.
 */
export function openRecoveringPool(url: string, limits = defaultServerLimits): Connections {
  const settings: StartSettings = { refused: false }
  const pool = openServerPool(url, limits, settings)
  /** The number of errors so far that a new connection mends, in total and at the start of each connection. */
  let errors = 0
  const errorsBefore = new WeakMap<pg.PoolClient, number>()
  pool.on('connect', (client) => {
    errorsBefore.set(client, errors)
    const count = (error: unknown) => {
      if (needsNewConnections(error)) errors++
    }
    client.on('error', count)
    client.connection.on('errorMessage', count)
  })
  const connect = async (): Promise<pg.PoolClient> => {
    const { refused } = settings
    const client = await pool.connect().catch((error: unknown) => {
      if (refused || !isRefusal(error)) throw error
      settings.refused = true
    })
    if (client && errorsBefore.get(client) === errors) return client
    client?.release(true)
    return connect()
  }
  return withForcedEnd(pool, connect)
}

/**
 * The connections of a pool, with an `end()` that destroys those in use after {@link graceMs}.
 * @param connect rejects with an error for which {@link isUnavailable} holds
 */
export function withForcedEnd(pool: pg.Pool, connect = () => pool.connect()): Connections {
  const used = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => used.add(client))
  pool.on('release', (_error, client) => used.delete(client))
  return {
    connect: () =>
      connect().catch((error: unknown) => {
        throw isUnavailable(error) ? error : new ConnectionError(reasonOf(error), { cause: error })
      }),
    end: async () => {
      const cut = setTimeout(() => {
        for (const client of used) client.connection.stream.destroy()
      }, graceMs)
      await pool.end()
      clearTimeout(cut)
    },
  }
}

const isRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error && refusals.some((code) => code === error.code)
