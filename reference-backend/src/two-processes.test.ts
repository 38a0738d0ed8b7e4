import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { admin, startTestBackend, type TestBackend } from './testing/backend'
import { createServerDatabase, onPostgres, type TestDatabase } from './testing/engines'

let database: TestDatabase
let running: TestBackend[]

const start = () => startTestBackend(database.choice, { trustProxy: 'loopback', signInLimits: { failures: 4 } })
const isAccepted = async ({ security }: TestBackend, token: string) => {
  const { body } = await security('ValidateLogin', { body: { Authorization_input: `Bearer ${token}` } })
  return (body as { data: { data: { id: number } } }).data.data.id > 0
}
const signIn = async ({ security }: TestBackend, password: string, client = '203.0.113.1', user = admin.user) => {
  const headers = { 'X-Forwarded-For': client }
  const body = { username_input: user, password_input: password }
  const response = await security('CreateToken', { body, headers })
  return response.status === 200 ? (response.body as { data: string | null }).data : response.status
}

describe('two backends on one PostgreSQL database', onPostgres, () => {
  let one: TestBackend
  let two: TestBackend

  beforeEach(async () => {
    database = await createServerDatabase()
    // At the same time, on a new database.
    running = await Promise.all([start(), start()])
    const [first, second] = running
    if (!first || !second) throw new Error('Two backends were to start.')
    one = first
    two = second
  })
  afterEach(async () => {
    for (const { close } of running) await close()
    await database.remove()
  })

  it('accept the sign-ins of one another, and count failures together, also over a restart', async () => {
    expect(await isAccepted(two, await one.signIn())).toBe(true)
    for (const backend of [one, two, one, two]) expect(await signIn(backend, 'wrong')).toBeNull()
    for (const backend of [one, two]) expect(await signIn(backend, admin.password)).toBe(429)

    for (const { close } of running.splice(0)) await close()
    running.push(await start())
    const [restarted = one] = running
    expect(await signIn(restarted, admin.password)).toBe(429)
    expect(await signIn(restarted, admin.password, '203.0.113.2')).toEqual(expect.any(String))
  })

  it('check no more guesses of a burst than the limit', async () => {
    const guesses = Array.from({ length: 20 }, (_, index) => signIn(index % 2 ? one : two, `wrong ${index}`))
    const results = await Promise.all(guesses)
    expect(results.filter((result) => result === null)).toHaveLength(4)
    expect(results.filter((result) => result === 429)).toHaveLength(16)
  })
})
