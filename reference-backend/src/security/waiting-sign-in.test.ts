import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { newDatabase } from '../../tests/new-database'
import { createAccountSearch } from './accounts'
import { addSecurityRoutes } from './routes'
import { createSessions, type Sessions } from './sessions'
import { runStaffCommand } from './staff'

const places = ['before', 'after'] as const
type Place = (typeof places)[number]

const database = newDatabase()
let sessions: Sessions
let app: FastifyInstance

let tests = 0
/** An account of the test alone. */
let username: string

const run = (action: 'add' | 'passwd' | 'disable', password?: string) =>
  runStaffCommand(database(), { action, username, password })

/** Signs in with the old password, runs `meanwhile` while the attempt waits, and resolves with the token or null. */
async function signIn(place: Place, meanwhile: () => Promise<unknown>): Promise<unknown> {
  const attempt = async <Result>(_signIn: unknown, verify: () => Promise<Result | undefined>) => {
    if (place === 'before') await meanwhile()
    const result = await verify()
    if (place === 'after') await meanwhile()
    return result
  }
  app = Fastify()
  addSecurityRoutes(app, {
    findAccount: await createAccountSearch(database()),
    sessions,
    throttle: attempt,
    record: async () => undefined,
  })
  const payload = { username_input: username, password_input: 'stolen-old-1' }
  return (await app.inject({ method: 'POST', url: '/CreateToken', payload })).json().data
}

beforeAll(async () => {
  sessions = await createSessions(database())
  await runStaffCommand(database(), { action: 'add', username: 'ana', password: 'unrelated-1' })
})
beforeEach(async () => {
  username = `eva ${tests++}`
  await run('add', 'stolen-old-1')
})
afterEach(() => app.close())

it.each(places)('%s its password is verified gets a token when nothing changes', async (place) => {
  const token = await signIn(place, async () => undefined)
  expect(await sessions.accountOf(`Bearer ${token}`)).toBeGreaterThan(0)
})

const changes: [what: string, change: () => Promise<unknown>][] = [
  ['gets a new password', () => run('passwd', 'brand-new-2')],
  ['is disabled', () => run('disable')],
  ['is disabled and enabled again', () => run('disable').then(() => run('add', 'brand-new-2'))],
]
it.each(places.flatMap((place) => changes.map(([what, change]) => ({ place, what, change }))))(
  '$place its password is verified gets none when its account $what',
  async ({ place, change }) => {
    expect(await signIn(place, change)).toBeNull()
  },
)
