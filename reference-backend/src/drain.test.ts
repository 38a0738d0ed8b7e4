import { once } from 'node:events'
import { Agent, type ClientRequest, get, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from './database/connect'
import { pageOrigin, startTestBackend, type TestBackend } from './testing/backend'
import { createDatabase, type TestDatabase } from './testing/engines'

const plentyMs = 60_000
const none = { users: 0, codes: 0, scores: 0, referrals: 0 }
const body = JSON.stringify({ prmnumber_codes: 1 })

/** Starts a request whose headers the server has received, but not its body. */
async function pendingCreation({ apiUrl, signIn }: TestBackend): Promise<ClientRequest> {
  const creation = request(`${apiUrl}/InsertCodes`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      Authorization: `Bearer ${await signIn()}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Expect: '100-continue',
    },
  })
  creation.flushHeaders()
  await once(creation, 'continue')
  return creation
}

/** Counts the codes of a database that no backend uses. */
async function codesIn({ choice }: TestDatabase): Promise<number> {
  const database = await openDatabase(choice)
  const { rows } = await sql<{ count: number }>`select count(*) from codes`.execute(database)
  await database.destroy()
  return rows[0]?.count ?? 0
}

it('completes every running request, and refuses new ones with 503', async () => {
  const testDatabase = await createDatabase()
  const backend = await startTestBackend(testDatabase.choice, { drainMs: plentyMs })
  const before = (await backend.rows('SelectCodes')).length
  const held = await pendingCreation(backend)
  const responded = once(held, 'response')

  const closed = backend.close()
  const headers = { Origin: pageOrigin, Authorization: 'Bearer x' }
  const [late]: IncomingMessage[] = await once(
    get(`${backend.apiUrl}/SelectCodes`, { agent: false, headers }),
    'response',
  )
  expect(late).toMatchObject({
    statusCode: 503,
    headers: { connection: 'close', 'retry-after': '5', 'access-control-allow-origin': pageOrigin },
  })
  expect(late && (await json(late))).toMatchObject({ error: { code: 'shutting_down' } })

  held.end(body)
  const [response]: IncomingMessage[] = await responded
  expect(response).toMatchObject({ statusCode: 200, headers: { connection: 'close' } })
  response?.resume()
  await closed
  expect(await codesIn(testDatabase)).toBe(before + 1)
  await expect(fetch(`${backend.apiUrl}/health`)).rejects.toThrow()
  await testDatabase.remove()
})

it('aborts a running request and an unread list at the time limit', async () => {
  const testDatabase = await createDatabase()
  const database = await openDatabase(testDatabase.choice)
  await sql`insert into codes (name) select repeat(md5(i::text), 20) from generate_series(1, 20000) as i`.execute(
    database,
  )
  await database.destroy()
  const backend = await startTestBackend(testDatabase.choice, { drainMs: 100, seed: none })
  const held = await pendingCreation(backend)
  const aborted = once(held, 'error')
  const headers = { Authorization: `Bearer ${await backend.signIn()}` }
  const [list]: IncomingMessage[] = await once(get(`${backend.apiUrl}/SelectCodes`, { headers }), 'response')

  await backend.close()

  await aborted
  await expect(list && json(list)).rejects.toThrow('aborted')
  await testDatabase.remove()
})
