import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'
import getPort from 'get-port'
import { describe, expect, it } from 'vitest'
import { startReferenceBackend } from './index'
import { admin, startOnNewDatabase, startTestBackend } from './testing/backend'
import { createDatabase } from './testing/engines'

it('serves on the configured ports, and closes although clients keep idle connections open', async () => {
  const [securityPort, apiPort] = [await getPort(), await getPort()]
  const backend = await startOnNewDatabase(createDatabase, { securityPort, apiPort })

  expect(backend.securityUrl).toBe(`http://localhost:${securityPort}`)
  expect(backend.apiUrl).toBe(`http://localhost:${apiPort}`)
  expect(await backend.rows('SelectUsers')).not.toHaveLength(0)
  const healthy = { status: 200, body: { data: { status: 'ok' } } }
  expect(await backend.security('health')).toMatchObject(healthy)
  expect(await backend.info('health', { headers: { Authorization: '' } })).toMatchObject(healthy)

  const agent = new Agent({ keepAlive: true })
  const [response] = await once(get(`${backend.apiUrl}/health`, { agent }), 'response')
  response.resume()
  await once(response, 'end')
  const [socket] = Object.values(agent.freeSockets).flat()
  if (!socket) throw new Error('The client has closed its connection.')

  await Promise.all([once(socket, 'close'), backend.close()])
  await expect(fetch(`${backend.securityUrl}/health`)).rejects.toThrow()
  await expect(fetch(`${backend.apiUrl}/health`)).rejects.toThrow()
})

describe('the services', () => {
  it('logs neither credentials, tokens nor filters', async () => {
    const log: string[] = []
    const logStream = { write: (line: string) => log.push(line) }
    const backend = await startOnNewDatabase(createDatabase, { logLevel: 'trace', logStream })
    const token = await backend.signIn()
    await backend.security('CreateToken', { body: { username_input: 'somebody', password_input: 'hunter2' } })
    await backend.security('ValidateLogin', { body: { Authorization_input: `Bearer ${token}` } })
    await backend.info('SelectScores', { body: { prmNameOrPhone: 'Gutiérrez' } })
    await backend.info(`SelectUsers?token=${token}`)
    await backend.close()

    expect(log).not.toEqual([])
    for (const secret of [admin.password, 'hunter2', 'somebody', 'Gutiérrez', ...token.split('.')]) {
      expect(log.join('')).not.toContain(secret)
    }
  })

  it.each(['securityPort', 'apiPort'])('rejects a %s in use, and leaves nothing open', async (option) => {
    const database = await createDatabase()
    const [port, otherPort] = [await getPort(), await getPort()]
    const server = createServer().listen(port, 'localhost')
    await once(server, 'listening')
    const ports = { securityPort: otherPort, apiPort: otherPort, [option]: port }

    await expect(startTestBackend(database.choice, ports)).rejects.toThrow(
      `Cannot listen on port ${port}: another process uses it.`,
    )
    await expect(fetch(`http://localhost:${otherPort}/health`)).rejects.toThrow()

    server.close()
    await (await startTestBackend(database.choice, ports)).close()
    await database.remove()
  })
})

it.each([
  [{ users: 0, codes: 0, scores: 1, referrals: 0 }, 'The seed has scores but no users'],
  [{ users: 1, codes: 0, scores: 0, referrals: 9 }, 'The seed has referrals but fewer than two users'],
])('rejects the seed %j before it opens the database', async (seed, reason) => {
  const options = { securityPort: 0, apiPort: 0, allowedOrigins: [], seed, admin }
  await expect(startReferenceBackend({ ...options, database: { kind: 'postgres', url: 'nowhere' } })).rejects.toThrow(
    reason,
  )
})
