import { type Database, selectCodes, selectReport, selectScores } from '@canje/reference-backend/testing'
import { type Expression, sql } from 'kysely'
import type { BackendFixture } from './backend-fixtures'
import type { Gauges } from './backend-messages'
import { download } from './backend-requests'
import { groupDigits } from './group-digits'
import { interleave } from './interleave'
import type { Bench } from './suite'
import { threshold } from './threshold'

interface Table {
  path: string
  body?: object
  select(database: Database): Expression<unknown>
}

const tables: Table[] = [
  { path: 'SelectCodes', select: (database) => selectCodes(database) },
  { path: 'SelectScores', body: {}, select: (database) => selectScores(database, '') },
  { path: 'SelectReport', select: (database) => selectReport(database) },
]

/** Measures whole tables: the backend's response against the same query, serialised and discarded by the database. */
export async function measureTables(bench: Bench, { engine, host, directDatabase }: BackendFixture): Promise<void> {
  const { runs, stop, record } = bench
  for (const { path, body, select } of tables) {
    const query = select(directDatabase)
    const rows = await rowsOf(directDatabase, query)
    const newRequest = async () => ({
      url: `${host.apiUrl}/${path}`,
      authorization: await host.signIn(),
      ...(body && { body }),
    })
    const firstBytes: number[] = []
    const watched: Gauges[] = []
    const idle: Gauges[] = []
    const values = await interleave(
      { runs, stop },
      {
        backend: async () => {
          const request = await newRequest()
          const list = await host.watch(() => download(request))
          firstBytes.push(list.firstByteMs)
          watched.push(list)
          return rows / list.seconds
        },
        database: async () => {
          const result = await host.watch(() => secondsOf(directDatabase, query))
          idle.push(result)
          return rows / result.seconds
        },
      },
    )
    const name = `${path}, ${groupDigits(rows)} rows, ${engine}`
    record(name, {
      unit: 'rows/s',
      subject: values.backend,
      reference: values.database,
      threshold: threshold.ratioAtLeast(0.5),
    })
    record(`${name}: first byte`, { unit: 'ms', subject: firstBytes, threshold: threshold.atMost(300) })
    record(`${name}: event loop delay, 99th percentile`, {
      unit: 'ms',
      subject: watched.map(({ eventLoopDelayMs }) => eventLoopDelayMs),
      // The delay of an idle backend, which other load on the machine causes.
      reference: idle.map(({ eventLoopDelayMs }) => eventLoopDelayMs),
      threshold: threshold.atMost(50),
    })
    record(`${name}: memory growth`, {
      unit: 'MiB',
      subject: watched.map(({ memoryGrowthMiB }) => memoryGrowthMiB),
      threshold: threshold.atMost(256),
    })
  }
}

async function rowsOf(database: Database, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${query}) as item`.execute(database)
  return rows[0]?.count ?? 0
}

/** Resets the settings that the backend overrides (server.ts, engine-thread.js) to PostgreSQL's own defaults. */
function secondsOf(database: Database, query: Expression<unknown>): Promise<{ seconds: number }> {
  return database.transaction().execute(async (transaction) => {
    await sql`select set_config(name, boot_val, true) from pg_settings
      where name in ('jit', 'max_parallel_workers_per_gather', 'random_page_cost') and source in ('client', 'session')
    `.execute(transaction)
    const start = performance.now()
    await sql`copy (select row_to_json(item) from (${query}) as item) to '/dev/null'`.execute(transaction)
    return { seconds: (performance.now() - start) / 1000 }
  })
}
