import { describe, expect, inject, it } from 'vitest'
import { onPostgres } from '../testing/engines'
import { startTcpProxy } from '../testing/tcp-proxy'
import { openRecoveringPool } from './recovering-pool'
import { defaultServerLimits } from './server'
import { isUnavailable } from './unavailable'

const url = inject('postgresUrl') ?? ''
type Pool = ReturnType<typeof openRecoveringPool>

/** Runs a statement on a connection of the pool. */
async function query(pool: Pool, statement: string) {
  const client = await pool.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.release())
}

/** The ids of three connections of the pool, after each has run a statement. */
async function connectionsAfter(pool: Pool, statement: string): Promise<number[]> {
  const clients = await Promise.all([1, 2, 3].map(() => pool.connect()))
  for (const client of clients) await client.query(statement)
  const ids = await Promise.all(clients.map((client) => client.query('select pg_backend_pid() as id')))
  for (const client of clients) client.release()
  return ids.map(({ rows }) => rows[0].id)
}

const raise = (code: string) => `do $$ begin raise 'refused' using errcode = '${code}'; end $$`

describe('a pool of connections to a PostgreSQL server', onPostgres, () => {
  it.each([
    ['became read-only', 'create table refused ()', '25006'],
    ['an administrator has stopped', 'select pg_terminate_backend(pg_backend_pid())', '57P01'],
    ['is starting', raise('57P03'), '57P03'],
  ])('are all replaced after an error of a server that %s', async (_what, statement, code) => {
    const pool = openRecoveringPool(url)
    const before = await connectionsAfter(pool, 'set default_transaction_read_only = on')
    const inUse = await pool.connect()

    const error = await query(pool, statement).catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ code })
    expect(isUnavailable(error)).toBe(true)
    inUse.release()
    const after = await connectionsAfter(pool, 'create temporary table made ()')
    expect(after.filter((id) => before.includes(id))).toEqual([])
    await pool.end()
  })

  it('are kept after any other error', async () => {
    const pool = openRecoveringPool(url)
    const before = await connectionsAfter(pool, 'select 1')

    await expect(query(pool, 'select 1 / 0')).rejects.toMatchObject({ code: '22012' })

    expect((await connectionsAfter(pool, 'select 1')).sort()).toEqual(before.sort())
    await pool.end()
  })

  it.each([['options'], ['statement_timeout']])(
    'work, with the time limit of statements, through a pooler that refuses %s',
    async (parameter) => {
      const pooler = await startTcpProxy(new URL(url), [parameter])
      const pooled = new URL(url)
      pooled.port = String(pooler.port)
      const pool = openRecoveringPool(pooled.href, { ...defaultServerLimits, statementMs: 500 })

      const shown = await Promise.all(Array.from({ length: 4 }, () => query(pool, 'show statement_timeout')))
      expect(shown).toEqual(Array(4).fill([{ statement_timeout: '0' }]))

      // Not by the server, which has no limit then.
      const error = await query(pool, 'select pg_sleep(60)').catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'ETIMEDOUT' })
      expect(isUnavailable(error)).toBe(true)
      await pool.end()
      await pooler.stop()
    },
  )

  it.each([
    ['a socket that is missing', 'postgres://tests@/postgres?host=/missing'],
    ['a database that is missing', new URL('/missing', url || 'postgres://localhost').href],
    ['a server without TLS', `${url}?sslmode=no-verify`],
  ])('report %s as unavailable', async (_what, unreachable) => {
    const pool = openRecoveringPool(unreachable)

    expect(isUnavailable(await query(pool, 'select 1').catch((thrown: unknown) => thrown))).toBe(true)

    await pool.end()
  })
})
