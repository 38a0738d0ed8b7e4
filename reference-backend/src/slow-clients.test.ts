import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from './database/connect'
import { startTestBackend, type TestBackend } from './testing/backend'
import { describeOnEachEngine, type TestDatabase } from './testing/engines'

const codes = 20_000
const slowClients = 20
const leavingClients = 20

describeOnEachEngine(
  'a backend with clients that read nothing of long lists, and others that leave',
  (createDatabase) => {
    let place: TestDatabase
    let backend: TestBackend
    const agent = new Agent()
    const ask = async (authorization: string): Promise<IncomingMessage> => {
      const headers = { Authorization: authorization }
      const [response] = await once(get(`${backend.apiUrl}/SelectCodes`, { agent, headers }), 'response')
      return response
    }

    beforeAll(async () => {
      place = await createDatabase()
      const database = await openDatabase(place.choice)
      // Longer than what a connection holds by itself.
      await sql`
      insert into codes (name) select i || repeat(md5(i::text), 20) from generate_series(1, ${sql.lit(codes)}) as i
    `.execute(database)
      await database.destroy()
      backend = await startTestBackend(place.choice, { seed: { users: 0, codes: 0, scores: 0, referrals: 0 } })
    })
    afterAll(async () => {
      agent.destroy()
      await backend.close()
      await place.remove()
    })

    it('signs others in, makes their changes and sends their lists meanwhile', async () => {
      const authorization = `Bearer ${await backend.signIn()}`
      const slow = await Promise.all(Array.from({ length: slowClients }, () => ask(authorization)))
      const leaving = await Promise.all(Array.from({ length: leavingClients }, () => ask(authorization)))
      for (const response of leaving) response.destroy()

      expect(await backend.signIn()).toMatch(/\./)
      expect(await backend.info('InsertCodes', { body: { prmnumber_codes: 1 } })).toMatchObject({ status: 200 })
      expect(await backend.rows('SelectCodes')).toHaveLength(codes + 1)

      for (const response of slow) {
        expect(response.complete).toBe(false)
        const { data } = (await json(response)) as { data: { data: { id: number }[] } }
        // Each code that was there throughout, once.
        expect(data.data.slice(0, codes).map(({ id }) => id)).toEqual(Array.from({ length: codes }, (_, at) => at + 1))
      }
    })
  },
)
