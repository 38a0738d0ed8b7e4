import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../database/connect'
import { startOnNewDatabase, startTestBackend, type TestBackend } from '../testing/backend'
import { createDatabase, createServerDatabase, onPostgres } from '../testing/engines'
import { describeQueries, waitingForLock } from '../testing/queries'
import { insertCodes, selectCodes } from './codes'
import { makeChange } from './idempotency'

let keys = 0
const newKey = () => `key-${++keys}`
const signal = new AbortController().signal
const withKey = (key: string, body?: unknown) => ({ body, headers: { 'Idempotency-Key': key } })

describe('a request with an idempotency key', () => {
  let backend: TestBackend
  const insert = (count: number, key: string) => backend.info('InsertCodes', withKey(key, { prmnumber_codes: count }))
  const unassigned = async () =>
    (await backend.rows<{ id: number; used: number }>('SelectCodes')).filter(({ used }) => used === 0)

  beforeAll(async () => {
    backend = await startOnNewDatabase(createDatabase)
  })
  beforeEach(async () => {
    await backend.info('DeleteAllCodes')
  })
  afterAll(() => backend.close())

  it('takes effect once when it is sent several times concurrently', async () => {
    const key = newKey()
    const responses = await Promise.all(Array.from({ length: 5 }, () => insert(7, key)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([])
    expect(await insert(7, key)).toMatchObject({ status: 200, body: { data: { created: 7 } } })
    expect(await unassigned()).toHaveLength(7)
  })

  it('keeps codes that were created after it deleted all', async () => {
    await insert(3, newKey())
    const key = newKey()
    expect(await backend.info('DeleteAllCodes', withKey(key))).toMatchObject({ body: { data: { deleted: 3 } } })
    await insert(4, newKey())
    expect(await backend.info('DeleteAllCodes', withKey(key))).toMatchObject({ body: { data: { deleted: 3 } } })
    expect(await unassigned()).toHaveLength(4)
  })

  it('is refused with another body or another path', async () => {
    const key = newKey()
    await insert(7, key)
    const refused = { status: 422, body: { error: { code: 'idempotency_key_reused' } } }
    expect(await insert(8, key)).toMatchObject(refused)
    expect(await backend.info('DeleteAllCodes', withKey(key))).toMatchObject(refused)
    expect(await unassigned()).toHaveLength(7)
  })

  it.each(['', 'a b', 'a'.repeat(256)])('is refused with the key %j', async (key) => {
    expect(await insert(7, key)).toMatchObject({ status: 400, body: { error: { code: 'invalid_idempotency_key' } } })
  })
})

describeQueries('an idempotency key', (database) => {
  const insert = (key: string, count: number) =>
    makeChange(database(), { account: 1, path: '/InsertCodes', body: { count }, key, signal }, async (transaction) => {
      await insertCodes(transaction, count)
      return { created: count }
    })
  const age = (key: string, age: string) =>
    sql`update idempotency_keys set created_at = now() - ${age}::interval where key = ${key}`.execute(database())
  const created = async () => (await selectCodes().execute(database())).rows.filter(({ used }) => used === 0).length

  it('expires after 24 hours, and expired keys are deleted', async () => {
    for (const key of ['young', 'old', 'older']) await insert(key, 1)
    await age('young', '23 hours 59 minutes')
    await age('old', '24 hours 1 minute')
    await age('older', '3 days')

    expect(await insert('young', 1)).toEqual({ created: 1 })
    expect(await created()).toBe(3)
    expect(await insert('old', 2)).toEqual({ created: 2 })
    expect(await created()).toBe(5)
    const keys = await database().selectFrom('idempotency_keys').select('key').orderBy('key').execute()
    expect(keys.map(({ key }) => key)).toEqual(['old', 'young'])
  })

  it('is scoped to its account', async () => {
    const change = vi.fn(async () => ({}))
    for (const account of [1, 2, 1])
      await makeChange(database(), { account, path: '/InsertCodes', body: {}, key: 'shared', signal }, change)
    expect(change).toHaveBeenCalledTimes(2)
  })

  it('is stored in the transaction of the change', async () => {
    const request = { account: 1, path: '/InsertCodes', body: {}, key: 'failing', signal }
    const fail = async () => {
      throw new Error('no')
    }
    await expect(makeChange(database(), request, fail)).rejects.toThrow('no')
    expect(await makeChange(database(), request, async () => ({ done: true }))).toEqual({ done: true })
  })

  it('lets a change whose client has disconnected be made for its retry, which is not made without a key', async () => {
    const abandoned = {
      account: 1,
      path: '/InsertCodes',
      body: {},
      signal: AbortSignal.abort(new Error('disconnected')),
    }
    const change = vi.fn(async () => ({ done: true }))
    await expect(makeChange(database(), { ...abandoned, key: undefined }, change)).rejects.toThrow('disconnected')
    expect(change).not.toHaveBeenCalled()
    expect(await makeChange(database(), { ...abandoned, key: 'abandoned' }, change)).toEqual({ done: true })
    expect(await makeChange(database(), { ...abandoned, signal, key: 'abandoned' }, change)).toEqual({ done: true })
    expect(change).toHaveBeenCalledTimes(1)
  })
})

describe('a request with an idempotency key on a shared database', onPostgres, () => {
  it('gets 409 and Retry-After while another backend runs it', async () => {
    const testDatabase = await createServerDatabase()
    const [backend, other] = [await startTestBackend(testDatabase.choice), await startTestBackend(testDatabase.choice)]
    const database = await openDatabase(testDatabase.choice)
    const insert = ({ info }: TestBackend) => info('InsertCodes', withKey('one', { prmnumber_codes: 7 }))
    const created = { status: 200, body: { data: { created: 7 } } }
    await other.info('SelectCodes')
    await backend.info('SelectCodes')
    const { first } = await database.transaction().execute(async (transaction) => {
      await sql`lock table codes in access exclusive mode`.execute(transaction)
      const first = insert(backend)
      await expect.poll(() => waitingForLock(database)).toBe(1)
      const second = await insert(other)
      expect(second).toMatchObject({ status: 409, body: { error: { code: 'request_in_progress' } } })
      expect(second.headers.get('Retry-After')).toBe('1')
      return { first }
    })
    expect(await first).toMatchObject(created)
    expect(await insert(other)).toMatchObject(created)
    await database.destroy()
    for (const { close } of [backend, other]) await close()
    await testDatabase.remove()
  })
})
