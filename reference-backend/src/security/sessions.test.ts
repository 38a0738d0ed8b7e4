import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../database/connect'
import type { Database } from '../database/schema'
import { createSessions, type Sessions } from './sessions'

let database: Database
let sessions: Sessions

beforeAll(async () => {
  database = await openDatabase({ kind: 'memory' })
})
beforeEach(async () => {
  await database.insertInto('staff_accounts').values({ id: 1, username: 'ana', password_hash: '' }).execute()
  sessions = await createSessions(database)
})
afterEach(() => removeAccount())
afterAll(() => database.destroy())

const removeAccount = () => database.deleteFrom('staff_accounts').execute()

it('survive a restart', async () => {
  const authorization = `Bearer ${await sessions.issue(1)}`
  const restarted = await createSessions(database)

  expect(await restarted.accountOf(authorization)).toBe(1)
})

it('end when their account is deleted', async () => {
  const authorization = `Bearer ${await sessions.issue(1)}`
  expect(await sessions.accountOf(authorization)).toBe(1)

  await removeAccount()

  expect(await sessions.accountOf(authorization)).toBe(0)
})

it('are validated once a busy database is free', async () => {
  const authorization = `Bearer ${await sessions.issue(1)}`
  let release: () => void = () => undefined
  const busy = new Promise<void>((end) => {
    release = end
  })
  let found: Promise<number> | undefined
  await database.connection().execute(async () => {
    found = sessions.accountOf(authorization)
    release()
    await busy
  })

  expect(await found).toBe(1)
})
