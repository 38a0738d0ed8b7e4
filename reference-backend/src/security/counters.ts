import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Database } from '../database/schema'

/** How much a counter admits per key and time. */
interface Limit {
  points: number
  seconds: number
  /** Whether a refused key costs no statement until its time is over. Only for a counter that is never uncounted. */
  remembersRefusals?: boolean
}

/** Creates a counter per key in the database, so that it holds in all processes and over a restart. */
export function createCounter(database: Database, name: string, limit: Limit): RateLimiterPostgres {
  const { points, seconds, remembersRefusals = false } = limit
  return new RateLimiterPostgres({
    storeClient: {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const { rows } = await database.executeQuery(CompiledQuery.raw(text, values))
        return { rows, rowCount: rows.length }
      },
    },
    storeType: 'client',
    tableName: 'sign_in_counters',
    // By a migration.
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
    ...(remembersRefusals && { inMemoryBlockOnConsumed: points }),
  })
}
