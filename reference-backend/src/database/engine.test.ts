import { setImmediate } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Engine, startEngine } from './engine'
import { createPool } from './server'

let engine: Engine
const poolOf = (max = 1) => createPool({ stream: engine.connect, user: 'postgres', max, idleTimeoutMillis: 0 })

beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

it('answers a PostgreSQL client: values, errors, and what comes after an error', async () => {
  const database = new Kysely({ dialect: new PostgresDialect({ pool: poolOf() }) })

  const given = { count: 9_007_199_254_740_991, text: 'Ñandú \\ " \u2028 🙂', none: null }
  const { rows } = await sql`
    select ${given.count}::bigint as count, ${given.text}::text as text, null as none`.execute(database)
  expect(rows).toEqual([given])
  await expect(sql`select 1 / ${0}::integer`.execute(database)).rejects.toMatchObject({ code: '22012' })
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
  await database.destroy()
})

it('forgets what a connection that broke off had begun', async () => {
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

it('keeps no thread busy but its own', async () => {
  const pool = poolOf()
  let answered = false
  const counting = pool.query('select count(*) from generate_series(1, 500000)').finally(() => {
    answered = true
  })
  let turnsOfThisThread = 0
  for (; !answered; turnsOfThisThread++) await setImmediate()
  await counting

  // On this thread, the query would leave it no more turns than there are messages.
  expect(turnsOfThisThread).toBeGreaterThan(50)
  await pool.end()
})
