import { type Expression, sql } from 'kysely'
import { jsonRows, jsonStatement } from 'reference-backend/src/database/json-rows'
import type { Database } from 'reference-backend/src/database/schema'
import { selectCodes } from 'reference-backend/src/info/codes'
import { selectReport } from 'reference-backend/src/info/report'
import { selectScores } from 'reference-backend/src/info/scores'
import { arms } from './arms'
import { download } from './backend-calls'
import type { Gauges } from './backend-messages'
import type { Place } from './backend-places'
import { waitingPercent } from './backend-waits'
import { bound } from './bound'
import type { Bench } from './suite'

interface Table {
  path: string
  body?: object
  select(database: Database): Expression<unknown>
}

const tables: Table[] = [
  { path: 'SelectCodes', select: selectCodes },
  { path: 'SelectScores', body: {}, select: (database) => selectScores(database, '') },
  { path: 'SelectReport', select: selectReport },
]

/** Whole tables: the backend's answer against the same query, made JSON and thrown away by the database itself. */
export async function measureTables(bench: Bench, { engine, embedded, host, alone }: Place): Promise<void> {
  const { quick, runs, stop, record } = bench
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
    const waits: number[] = []
    const values = await arms(
      { runs, stop },
      {
        backend: async () => {
          const signedIn = await call()
          const reading = host.watch(() => download(signedIn))
          if (!embedded) waits.push(await waitingPercent(alone, reading, quick ? 5 : 100))
          const answer = await reading
          firstBytes.push(answer.firstByteMs)
          watched.push(answer)
          return rows / answer.seconds
        },
        alone: async () => {
          const result = await host.watch(() => secondsOf(alone, query))
          idle.push(result)
          return rows / result.seconds
        },
        read: async () => rows / (await secondsToRead(alone, query)),
      },
    )
    const name = `${path}, ${rows.toLocaleString('en').replaceAll(',', ' ')} rows, ${engine}`
    record(name, { unit: 'rows/s', subject: values.backend, reference: values.alone, bound: bound.ratioAtLeast(0.9) })
    record(`${name}: only sent and read`, { unit: 'rows/s', subject: values.read, reference: values.alone })
    if (!embedded)
      record(`${name}: the database waits for the backend`, { unit: '%', subject: waits, bound: bound.atMost(10) })
    record(`${name}: first byte`, { unit: 'ms', subject: firstBytes, bound: bound.atMost(150) })
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
      ...(!embedded && { bound: bound.atMost(64) }),
    })
  }
}

async function rowsOf(database: Database, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${query}) as item`.execute(database)
  return rows[0]?.count ?? 0
}

/** With what PostgreSQL itself sets, where the backend sets its connections otherwise (server.ts). */
function secondsOf(database: Database, query: Expression<unknown>): Promise<{ seconds: number }> {
  return database.transaction().execute(async (transaction) => {
    await sql`select set_config(name, boot_val, true) from pg_settings
      where name in ('jit', 'max_parallel_workers_per_gather') and source = 'client'`.execute(transaction)
    const start = performance.now()
    await sql`copy (select row_to_json(item) from (${query}) as item) to '/dev/null'`.execute(transaction)
    return { seconds: (performance.now() - start) / 1000 }
  })
}

/** The same over the wire: the rows as the backend gets them, thrown away without an answer made of them. */
async function secondsToRead(database: Database, query: Expression<unknown>): Promise<number> {
  const start = performance.now()
  let bytes = 0
  for await (const batch of jsonRows(database, jsonStatement(database, query))) bytes += batch.length
  if (bytes === 0) throw new Error('The database sent no rows.')
  return (performance.now() - start) / 1000
}
