import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from './database/connect'
import { startTestBackend, type TestBackend } from './testing/backend'
import { describeOnSampledEngine, type TestDatabase } from './testing/engines'

const codes = 5_000
// More than the connections to the database: one to the embedded engine.
const clientsOf = ({ choice }: TestDatabase) => Array.from({ length: choice.kind === 'embedded' ? 3 : 12 })

describeOnSampledEngine(
  'a backend with clients that read nothing of long lists, and clients that disconnect',
  (createDatabase) => {
    let testDatabase: TestDatabase
    let backend: TestBackend
    const agent = new Agent()
    const ask = async (authorization: string): Promise<IncomingMessage> => {
      const headers = { Authorization: authorization }
      const [response] = await once(get(`${backend.apiUrl}/SelectCodes`, { agent, headers }), 'response')
      return response
    }

    beforeAll(async () => {
      testDatabase = await createDatabase()
      const database = await openDatabase(testDatabase.choice)
      // Larger than the buffers of a connection.
      await sql`
      insert into codes (name) select i || repeat(md5(i::text), 80) from generate_series(1, ${sql.lit(codes)}) as i
    `.execute(database)
      await database.destroy()
      backend = await startTestBackend(testDatabase.choice, { seed: { users: 0, codes: 0, scores: 0, referrals: 0 } })
    })
    afterAll(async () => {
      agent.destroy()
      await backend.close()
      await testDatabase.remove()
    })

    it('serves the sign-ins, changes and lists of other clients', async () => {
      const authorization = `Bearer ${await backend.signIn()}`
      const askAll = () => Promise.all(clientsOf(testDatabase).map(() => ask(authorization)))
      const [slow, disconnecting] = [await askAll(), await askAll()]
      for (const response of disconnecting) response.destroy()

      expect(await backend.signIn()).toMatch(/\./)
      expect(await backend.info('InsertCodes', { body: { prmnumber_codes: 1 } })).toMatchObject({ status: 200 })
      expect(await backend.rows('SelectCodes')).toHaveLength(codes + 1)

      expect(slow.map(({ complete }) => complete)).toEqual(slow.map(() => false))
      // At the same time: the service ends a response that nobody reads for 30 s.
      const lists = (await Promise.all(slow.map(json))) as { data: { data: { id: number }[] } }[]
      for (const { data } of lists) {
        // Each code that existed throughout, once.
        expect(data.data.slice(0, codes).map(({ id }) => id)).toEqual(Array.from({ length: codes }, (_, at) => at + 1))
      }
    })
  },
)
