import { type Expression, sql } from 'kysely'
import { type Database, selectCodes, selectReport, selectScores } from 'reference-backend/testing'
import { download } from './backend-calls'
import type { Gauges } from './backend-messages'
import type { Place } from './backend-places'
import { arms } from './interleave'
import type { Bench } from './suite'
import { bound } from './threshold'

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

/** Whole tables: the backend's answer against the same query, made JSON and thrown away by the database itself. */
export async function measureTables(bench: Bench, { engine, host, alone }: Place): Promise<void> {
  const { runs, stop, record } = bench
  for (const { path, body, select } of tables) {
    const query = select(alone)
    const rows = await rowsOf(alone, query)
    const call = async () => ({
      url: `${host.apiUrl}/${path}`,
      authorization: await host.signIn(),
      ...(body && { body }),
    })
    const firstBytes: number[] = []
    const watched: Gauges[] = []
    const idle: Gauges[] = []
    const values = await arms(
      { runs, stop },
      {
        backend: async () => {
          const signedIn = await call()
          const answer = await host.watch(() => download(signedIn))
          firstBytes.push(answer.firstByteMs)
          watched.push(answer)
          return rows / answer.seconds
        },
        alone: async () => {
          const result = await host.watch(() => secondsOf(alone, query))
          idle.push(result)
          return rows / result.seconds
        },
      },
    )
    const name = `${path}, ${rows.toLocaleString('en').replaceAll(',', ' ')} rows, ${engine}`
    record(name, { unit: 'rows/s', subject: values.backend, reference: values.alone, bound: bound.ratioAtLeast(0.5) })
    record(`${name}: first byte`, { unit: 'ms', subject: firstBytes, bound: bound.atMost(300) })
    record(`${name}: event loop delay, 99th percentile`, {
      unit: 'ms',
      subject: watched.map(({ eventLoopDelayMs }) => eventLoopDelayMs),
      // What the machine's other work does to a backend with nothing to do.
      reference: idle.map(({ eventLoopDelayMs }) => eventLoopDelayMs),
      bound: bound.atMost(50),
    })
    record(`${name}: memory growth`, {
      unit: 'MiB',
      subject: watched.map(({ memoryGrowthMiB }) => memoryGrowthMiB),
      bound: bound.atMost(256),
    })
  }
}

async function rowsOf(database: Database, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${query}) as item`.execute(database)
  return rows[0]?.count ?? 0
}

/** With what PostgreSQL itself sets, where the backend sets its connections otherwise (server.ts, engine-thread.mjs). */
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
