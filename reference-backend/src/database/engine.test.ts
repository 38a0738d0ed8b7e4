import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmbeddedDatabase } from '../testing/embedded-database'
import { DATA } from './data-folder'
import { startEngine } from './engine'
import { createPool } from './server'

let database: Awaited<ReturnType<typeof createEmbeddedDatabase>>
let engine: Awaited<ReturnType<typeof startEngine>>
const poolOf = (max = 1) => createPool({ stream: engine.connect, user: 'postgres', max, idleTimeoutMillis: 0 })

beforeAll(async () => {
  database = await createEmbeddedDatabase()
  engine = await startEngine(join(database.choice.directory, DATA))
})
afterAll(async () => {
  await engine.close()
  await database.remove()
})

it('serves a PostgreSQL client: values, errors, and queries after an error', async () => {
  const database = new Kysely({ dialect: new PostgresDialect({ pool: poolOf() }) })

  const given = { count: 9_007_199_254_740_991, text: 'Ñandú \\ " \u2028 🙂', none: null }
  const { rows } = await sql`
    select ${given.count}::bigint as count, ${given.text}::text as text, null as none`.execute(database)
  expect(rows).toEqual([given])
  await expect(sql`select 1 / ${0}::integer`.execute(database)).rejects.toMatchObject({ code: '22012' })
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
  await database.destroy()
})

it('rolls back the transaction of a connection that was broken off', async () => {
  const pool = poolOf()
  const broken = await pool.connect()
  await broken.query('create table kept (value integer)')
  await broken.query('begin')
  await broken.query('insert into kept values (1)')
  const lost = broken.query('insert into kept select * from generate_series(1, 10)')
  broken.release(true)
  await expect(lost).rejects.toThrow('Connection terminated')

  const { rows } = await pool.query('select value from kept')

  expect(rows).toEqual([])
  await pool.end()
})

it('blocks no other thread', async () => {
  const pool = poolOf()
  let completed = false
  const counting = pool.query('select count(*) from generate_series(1, 500000)').finally(() => {
    completed = true
  })
  let eventLoopTurns = 0
  for (; !completed; eventLoopTurns++) await setImmediate()
  await counting

  // A query on this thread would leave it no more turns of its event loop than there are messages.
  expect(eventLoopTurns).toBeGreaterThan(50)
  await pool.end()
})
