import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase, pagesAtOnce } from './database/connect'
import type { Database } from './database/schema'
import { startTestBackend } from './testing/backend'
import { createServerDatabase, describeOnEachEngine, onPostgres } from './testing/engines'

describeOnEachEngine('a backend with long lists under way', (createDatabase) => {
  it('takes a short call before the last of them', async () => {
    const place = await createDatabase()
    const database = await openDatabase(place.choice)
    await sql`insert into codes (name) select md5(i::text) from generate_series(1, 50000) as i`.execute(database)
    await database.destroy()
    const backend = await startTestBackend(place.choice, { seed: { users: 0, codes: 0, scores: 0, referrals: 0 } })
    const Authorization = `Bearer ${await backend.signIn()}`
    const ended: string[] = []
    const lists = ['first', 'second', 'third', 'fourth'].map(async (name) => {
      const answer = await fetch(`${backend.apiUrl}/SelectCodes`, { headers: { Authorization } })
      return { name, read: answer.text().then(() => ended.push(name)) }
    })
    const { read } = await Promise.race(lists)

    expect(await backend.info('InsertCodes', { body: { prmnumber_codes: 1 } })).toMatchObject({ status: 200 })

    expect(ended.length).toBeLessThan(4)
    await read
    await Promise.all((await Promise.all(lists)).map((list) => list.read))
    await backend.close()
    await place.remove()
  })
})

describe('a backend with more stalled lists than connections', onPostgres, () => {
  const stalled = async (database: Database) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
    return rows[0]?.count
  }

  it('takes no more connections for those that ask again after leaving', async () => {
    const place = await createServerDatabase()
    const backend = await startTestBackend(place.choice)
    const Authorization = `Bearer ${await backend.signIn()}`
    const database = await openDatabase(place.choice)
    const lists = await database.transaction().execute(async (transaction) => {
      await sql`lock table codes in access exclusive mode`.execute(transaction)
      const leaving = new AbortController()
      const ask = (signal?: AbortSignal) =>
        fetch(`${backend.apiUrl}/SelectCodes`, { headers: { Authorization }, signal: signal ?? null })
      const left = Array.from({ length: 12 }, () => ask(leaving.signal).catch(() => undefined))
      await expect.poll(() => stalled(database)).toBe(pagesAtOnce(place.choice))
      leaving.abort()
      await Promise.all(left)
      const asked = Array.from({ length: 12 }, () => ask())

      expect(await backend.signIn()).toMatch(/\./)
      expect(await stalled(database)).toBe(pagesAtOnce(place.choice))
      return asked
    })

    for (const answer of await Promise.all(lists)) expect(answer.status).toBe(200)
    await database.destroy()
    await backend.close()
    await place.remove()
  })

  it('goes on to take short calls, and then answers the lists', async () => {
    const place = await createServerDatabase()
    const backend = await startTestBackend(place.choice)
    const bearer = `Bearer ${await backend.signIn()}`
    const database = await openDatabase(place.choice)
    const lists = await database.transaction().execute(async (transaction) => {
      await sql`lock table codes in access exclusive mode`.execute(transaction)
      const asked = Array.from({ length: 12 }, () => backend.info('SelectCodes'))
      await expect.poll(() => stalled(database)).toBe(pagesAtOnce(place.choice))

      expect(await backend.signIn()).toMatch(/\./)
      const validation = await backend.security('ValidateLogin', { body: { Authorization_input: bearer } })
      expect(validation).toMatchObject({ status: 200, body: { data: { data: { id: 1 } } } })
      expect(await backend.info('SelectScoreReferrals', { body: { prmUserId: 0 } })).toMatchObject({ status: 404 })
      expect(await backend.info('health')).toMatchObject({ status: 200 })
      return asked
    })

    for (const answer of await Promise.all(lists)) expect(answer).toMatchObject({ status: 200 })
    await database.destroy()
    await backend.close()
    await place.remove()
  })
})
