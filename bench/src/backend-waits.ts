import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from 'reference-backend/src/database/schema'

/**
 * How much of its time, in per cent, a PostgreSQL server waits for who reads its JSON until `reading` is settled: to ask
 * for more, or to take what it has sent. Other than a rate, it does not depend on what else the machine does.
 *
 * @param samplingMs how often to look
 * @throws {Error} when no query was seen
 */
export async function waitingPercent(
  database: Database,
  reading: Promise<unknown>,
  samplingMs: number,
): Promise<number> {
  let isReading = true
  const end = () => {
    isReading = false
  }
  reading.then(end, end)
  let samples = 0
  let waits = 0
  while (isReading) {
    const { rows } = await sql<{ waits: boolean }>`
      select coalesce(wait_event_type = 'Client', false) as waits from pg_stat_activity
      where state = 'active' and query like 'select row_to_json%'`.execute(database)
    samples += rows.length
    waits += rows.filter((row) => row.waits).length
    await Promise.race([setTimeout(samplingMs), reading])
  }
  if (samples === 0) throw new Error('The database was never seen at work for the backend.')
  return (100 * waits) / samples
}
