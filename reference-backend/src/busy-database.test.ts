import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { maxConcurrentPages, openDatabase } from './database/connect'
import { startTestBackend } from './testing/backend'
import { createServerDatabase, onPostgres } from './testing/engines'
import { waitingForLock } from './testing/queries'

describe('a backend with more stalled lists than connections', onPostgres, () => {
  it('serves short requests, with no more connections for clients that disconnect and retry, and then the lists', async () => {
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
      await expect.poll(() => waitingForLock(database)).toBe(maxConcurrentPages(testDatabase.choice))
      disconnecting.abort()
      await Promise.all(disconnected)
      const asked = Array.from({ length: 12 }, () => ask())

      expect(await backend.signIn()).toMatch(/\./)
      const validation = await backend.security('ValidateLogin', { body: { Authorization_input: Authorization } })
      expect(validation).toMatchObject({ status: 200, body: { data: { data: { id: 1 } } } })
      expect(await backend.info('SelectScoreReferrals', { body: { prmUserId: 0 } })).toMatchObject({ status: 404 })
      expect(await backend.info('health')).toMatchObject({ status: 200 })
      expect(await waitingForLock(database)).toBe(maxConcurrentPages(testDatabase.choice))
      return asked
    })

    for (const response of await Promise.all(lists)) expect(response.status).toBe(200)
    await database.destroy()
    await backend.close()
    await testDatabase.remove()
  })
})
