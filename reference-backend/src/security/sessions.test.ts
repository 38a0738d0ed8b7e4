import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openDatabase } from '../database/connect'
import type { Database } from '../database/schema'
import { createSessions, type Sessions } from './sessions'

const aWhileMs = 60_000
let database: Database
let sessions: Sessions
let release: () => void = () => undefined

beforeAll(async () => {
  database = await openDatabase({ kind: 'memory' })
})
beforeEach(async () => {
  await database.insertInto('staff_accounts').values({ id: 1, username: 'ana', password_hash: '' }).execute()
  sessions = await createSessions(database)
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(async () => {
  release()
  vi.useRealTimers()
  await removeAccount()
})
afterAll(() => database.destroy())

const removeAccount = () => database.deleteFrom('staff_accounts').execute()
const signIn = async () => `Bearer ${await sessions.issue(1)}`

/** Takes the only connection until {@link release}, as a long list does. */
const keepBusy = () =>
  new Promise<void>((resolve) => {
    database.connection().execute(async () => {
      resolve()
      await new Promise<void>((end) => {
        release = end
      })
    })
  })

it('need no connection soon after they began or were looked for', async () => {
  const authorization = await signIn()
  await keepBusy()
  expect(await sessions.accountOf(authorization)).toBe(1)
  release()

  vi.advanceTimersByTime(aWhileMs)
  expect(await sessions.accountOf(authorization)).toBe(1)
  const looks = vi.spyOn(database, 'selectFrom')
  expect(await sessions.accountOf(authorization)).toBe(1)
  expect(looks).not.toHaveBeenCalled()
})

it('go on while the database is busy for longer', async () => {
  const authorization = await signIn()
  vi.advanceTimersByTime(aWhileMs)
  await keepBusy()

  expect(await sessions.accountOf(authorization)).toBe(1)
})

it('end some seconds after their account is gone', async () => {
  const authorization = await signIn()
  await removeAccount()
  vi.advanceTimersByTime(aWhileMs)

  expect(await sessions.accountOf(authorization)).toBe(0)
  expect(await sessions.accountOf(authorization)).toBe(0)
})

it('wait for a busy database when their account was never looked for', async () => {
  const authorization = await signIn()
  const restarted = await createSessions(database)
  await removeAccount()
  await keepBusy()
  const found = restarted.accountOf(authorization)

  release()

  expect(await found).toBe(0)
})
