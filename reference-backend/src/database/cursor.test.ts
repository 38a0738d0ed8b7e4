import { sql } from 'kysely'
import { describe, expect, inject, it, vi } from 'vitest'
import { onPostgres } from '../testing/engines'
import { openDatabase } from './connect'
import { jsonRows, jsonStatement } from './json-rows'
import type { Database } from './schema'

const url = inject('postgresUrl')

describe('a connection to a server that is lost', onPostgres, () => {
  const loseOthers = (database: Database) =>
    sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database()
      and application_name = 'canje-reference-backend'`.execute(database)

  it.each([
    ['at once', 1],
    ['after some megabytes', 3],
  ])('fails who reads, and no one after them, %s', async (_when, pieces) => {
    const database = await openDatabase({ kind: 'postgres', url: url ?? '' })
    const numbers = database
      .selectFrom(sql<{ n: number }>`generate_series(1, 1000000)`.as('n'))
      .select([sql<number>`n`.as('n'), sql<string>`repeat('x', 1000)`.as('filler')])
    const read = async () => {
      let left = pieces
      for await (const piece of jsonRows(database, jsonStatement(database, numbers))) {
        expect(piece.toString()).toContain('{"n":')
        if (--left === 0) await loseOthers(database)
      }
    }

    await expect(read()).rejects.toThrow()

    await vi.waitFor(async () => expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]))
    await database.destroy()
  })
})

describe('a reader on a server who leaves before the first row', onPostgres, () => {
  it('waits no longer, and the server gives the query up', async () => {
    const database = await openDatabase({ kind: 'postgres', url: url ?? '' })
    const endless = database.selectFrom(sql`pg_sleep(3600)`.as('slept')).select(sql<string>`slept::text`.as('slept'))
    const sleeping = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_stat_activity where wait_event = 'PgSleep'`.execute(database)
      return rows[0]?.count
    }
    const reason = new Error('left')
    const controller = new AbortController()
    const rows = jsonRows(database, jsonStatement(database, endless), controller.signal).next()
    await expect.poll(sleeping).toBe(1)

    controller.abort(reason)

    await expect(rows).rejects.toBe(reason)
    await expect.poll(sleeping, { timeout: 60_000 }).toBe(0)
    await database.destroy()
  })
})
