import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from './database/connect'
import { admin, startTestBackend, type TestBackend, type TestResponse } from './testing/backend'
import { createServerDatabase, onPostgres, onServer } from './testing/engines'
import { errorWithCode } from './testing/service'
import { startTcpProxy } from './testing/tcp-proxy'

const serverLimits = { connectMs: 1_500, statementMs: 1_500 }
const unavailable = { status: 503, body: { error: errorWithCode('database_unavailable') } }
const valid = { status: 200, body: { data: { data: { id: 1 } } } }
const statusOf = ({ status }: TestResponse) => status

describe('the backend', onPostgres, () => {
  let testDatabase: Awaited<ReturnType<typeof createServerDatabase>>
  let proxy: Awaited<ReturnType<typeof startTcpProxy>>
  let backend: TestBackend
  let bearer: string
  /** Requests of every kind: to both services, short, long, changing. */
  const requests: Record<string, () => Promise<TestResponse>> = {
    CreateToken: () =>
      backend.security('CreateToken', { body: { username_input: admin.user, password_input: admin.password } }),
    InsertCodes: () => backend.info('InsertCodes', { body: { prmnumber_codes: 1 } }),
    DeleteCode: () => backend.info('DeleteCode', { body: { prmCodeId: 0 } }),
    SelectReport: () => backend.info('SelectReport'),
    SelectScores: () => backend.info('SelectScores', { body: { prmNameOrPhone: 'nobody' } }),
    health: () => backend.info('health'),
  }
  const sendAll = () => Promise.all(Object.values(requests).map((send) => send()))
  const healthy = [200, 200, 404, 200, 200, 200]
  const recovery = () => expect.poll(async () => (await sendAll()).map(statusOf), { timeout: 60_000 }).toEqual(healthy)

  beforeAll(async () => {
    testDatabase = await createServerDatabase()
    const url = new URL(testDatabase.choice.url)
    proxy = await startTcpProxy(url)
    url.port = String(proxy.port)
    backend = await startTestBackend({ kind: 'postgres', url: url.href }, { serverLimits })
    bearer = `Bearer ${await backend.signIn()}`
    expect(await backend.info('SelectUsers')).toMatchObject({ status: 200 })
  })
  afterAll(async () => {
    await backend.close()
    await proxy.stop()
    await testDatabase.remove()
  })

  const failures: [what: string, begin: () => unknown, end: () => unknown][] = [
    ['hangs', () => proxy.freeze(), () => proxy.thaw()],
    ['is stopped', () => proxy.stop(), () => proxy.start()],
  ]
  it.each(failures)(
    'responds with 503 and Retry-After while its PostgreSQL server %s, keeps sessions valid, and recovers',
    async (_what, begin, end) => {
      await begin()
      // More requests than connections.
      const responses = (await Promise.all(Array.from({ length: 5 }, sendAll))).flat()
      for (const response of responses) {
        expect(response).toMatchObject(unavailable)
        expect(response.headers.get('Retry-After')).toBe('5')
      }
      const validation = await backend.security('ValidateLogin', { body: { Authorization_input: bearer } })
      expect([unavailable, valid]).toContainEqual({ ...validation, headers: undefined })
      await end()

      await recovery()
    },
  )

  it('responds with 503 after the statement timeout while a table is locked, and changes nothing later', async () => {
    const database = await openDatabase(testDatabase.choice)
    const { id } = await database
      .selectFrom('codes')
      .select('id')
      .where('user_id', 'is', null)
      .executeTakeFirstOrThrow()
    await database.transaction().execute(async (transaction) => {
      await sql`lock table codes in share mode`.execute(transaction)
      expect(await backend.info('DeleteCode', { body: { prmCodeId: id } })).toMatchObject(unavailable)
    })

    await recovery()
    expect(await database.selectFrom('codes').select('id').where('id', '=', id).execute()).toEqual([{ id }])
    await database.destroy()
  })

  it('makes each change once, with 503 for all changes and /health meanwhile, when its server becomes read-only and is replaced', async () => {
    const insert = (key: string) =>
      backend.info('InsertCodes', { body: { prmnumber_codes: 1 }, headers: { 'Idempotency-Key': key } })
    const before = (await backend.rows('SelectCodes')).length
    const name = new URL(testDatabase.choice.url).pathname.slice(1)
    await onServer(`alter database ${name} set default_transaction_read_only = on`)
    // New connections are read-only.
    await proxy.stop()
    await proxy.start()
    await expect.poll(() => backend.info('SelectUsers').then(statusOf)).toBe(200)
    for (const key of ['first', 'second']) expect(await insert(key)).toMatchObject(unavailable)
    for (const send of [requests.CreateToken, requests.DeleteCode, requests.health])
      expect(await send?.()).toMatchObject(unavailable)
    await onServer(`alter database ${name} reset default_transaction_read_only`)

    // One connection is still to the server of before.
    const repeated = async (key: string) => {
      await expect.poll(() => insert(key).then(statusOf)).toBe(200)
      return (await insert(key)).body
    }
    const responses = [await repeated('first'), await repeated('second')]

    expect((await insert('first')).body).toEqual(responses[0])
    expect(await backend.rows('SelectCodes')).toHaveLength(before + 2)
    expect((await sendAll()).map(statusOf)).toEqual(healthy)
  })
})

it('a backend that starts waits for one that seeds, longer than for a statement', onPostgres, async () => {
  const testDatabase = await createServerDatabase()
  const first = await openDatabase(testDatabase.choice)
  const seeding = await first.startTransaction().execute()
  await seeding.insertInto('settings').values({ name: 'seeded', value: 'yes' }).execute()
  const second = startTestBackend(testDatabase.choice, { serverLimits: { ...serverLimits, statementMs: 500 } })
  second.catch(() => undefined)
  const waited = async () => {
    const { rows } = await sql<{ long: boolean }>`
      select now() - query_start > interval '1 s' as long from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(first)
    return rows[0]?.long
  }
  await expect.poll(waited, { timeout: 30_000 }).toBe(true)
  await seeding.rollback().execute()

  const backend = await second
  expect(await backend.info('SelectUsers')).toMatchObject({ status: 200 })
  await backend.close()
  await first.destroy()
  await testDatabase.remove()
})
