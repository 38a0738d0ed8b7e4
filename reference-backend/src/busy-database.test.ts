import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { maxConcurrentPages, openDatabase } from './database/connect'
import type { Database } from './database/schema'
import { startTestBackend } from './testing/backend'
import { createServerDatabase, describeOnSampledEngine, onPostgres } from './testing/engines'

describeOnSampledEngine('a backend with long lists in progress', (createDatabase) => {
  it('serves a short request before the last list is complete', async () => {
    const testDatabase = await createDatabase()
    const database = await openDatabase(testDatabase.choice)
    await sql`insert into codes (name) select md5(i::text) from generate_series(1, 50000) as i`.execute(database)
    await database.destroy()
    const backend = await startTestBackend(testDatabase.choice, {
      seed: { users: 0, codes: 0, scores: 0, referrals: 0 },
    })
    const Authorization = `Bearer ${await backend.signIn()}`
    const ended: string[] = []
    const lists = ['first', 'second', 'third', 'fourth'].map(async (name) => {
      const response = await fetch(`${backend.apiUrl}/SelectCodes`, { headers: { Authorization } })
      return { name, read: response.text().then(() => ended.push(name)) }
    })
    const { read } = await Promise.race(lists)

    expect(await backend.info('InsertCodes', { body: { prmnumber_codes: 1 } })).toMatchObject({ status: 200 })

    expect(ended.length).toBeLessThan(4)
    await read
    await Promise.all((await Promise.all(lists)).map((list) => list.read))
    await backend.close()
    await testDatabase.remove()
  })
})

describe('a backend with more stalled lists than connections', onPostgres, () => {
  const stalled = async (database: Database) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
    return rows[0]?.count
  }

  it('uses no more connections for clients that disconnect and retry', async () => {
    const testDatabase = await createServerDatabase()
    const backend = await startTestBackend(testDatabase.choice)
    const Authorization = `Bearer ${await backend.signIn()}`
    const database = await openDatabase(testDatabase.choice)
    const lists = await database.transaction().execute(async (transaction) => {
      await sql`lock table codes in access exclusive mode`.execute(transaction)
      const disconnecting = new AbortController()
      const ask = (signal?: AbortSignal) =>
        fetch(`${backend.apiUrl}/SelectCodes`, { headers: { Authorization }, signal: signal ?? null })
      const disconnected = Array.from({ length: 12 }, () => ask(disconnecting.signal).catch(() => undefined))
      await expect.poll(() => stalled(database)).toBe(maxConcurrentPages(testDatabase.choice))
      disconnecting.abort()
      await Promise.all(disconnected)
      const asked = Array.from({ length: 12 }, () => ask())

      expect(await backend.signIn()).toMatch(/\./)
      expect(await stalled(database)).toBe(maxConcurrentPages(testDatabase.choice))
      return asked
    })

    for (const response of await Promise.all(lists)) expect(response.status).toBe(200)
    await database.destroy()
    await backend.close()
    await testDatabase.remove()
  })

  it('still serves short requests, and then the lists', async () => {
    const testDatabase = await createServerDatabase()
    const backend = await startTestBackend(testDatabase.choice)
    const bearer = `Bearer ${await backend.signIn()}`
    const database = await openDatabase(testDatabase.choice)
    const lists = await database.transaction().execute(async (transaction) => {
      await sql`lock table codes in access exclusive mode`.execute(transaction)
      const asked = Array.from({ length: 12 }, () => backend.info('SelectCodes'))
      await expect.poll(() => stalled(database)).toBe(maxConcurrentPages(testDatabase.choice))

      expect(await backend.signIn()).toMatch(/\./)
      const validation = await backend.security('ValidateLogin', { body: { Authorization_input: bearer } })
      expect(validation).toMatchObject({ status: 200, body: { data: { data: { id: 1 } } } })
      expect(await backend.info('SelectScoreReferrals', { body: { prmUserId: 0 } })).toMatchObject({ status: 404 })
      expect(await backend.info('health')).toMatchObject({ status: 200 })
      return asked
    })

    for (const response of await Promise.all(lists)) expect(response).toMatchObject({ status: 200 })
    await database.destroy()
    await backend.close()
    await testDatabase.remove()
  })
})
