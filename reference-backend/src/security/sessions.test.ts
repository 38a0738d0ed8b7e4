import { decodeJwt } from 'jose'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newDatabase } from '../../tests/new-database'
import { createSessions, type Sessions } from './sessions'

const ana = { id: 1, version: 0 }

const database = newDatabase()
let sessions: Sessions

beforeEach(async () => {
  await database().insertInto('staff_accounts').values({ id: ana.id, username: 'ana', password_hash: '' }).execute()
  sessions = await createSessions(database())
})
afterEach(() => removeAccount())

const removeAccount = () => database().deleteFrom('staff_accounts').execute()

it('end with their revocation, and no other session of the account', async () => {
  const [one, two] = [`Bearer ${await sessions.issue(ana)}`, `Bearer ${await sessions.issue(ana)}`]

  expect(await sessions.revoke(one)).toBe(ana.id)

  expect(await sessions.accountOf(one)).toBe(0)
  expect(await sessions.accountOf(two)).toBe(1)
  expect(await sessions.accountOf(`${one}=`)).toBe(0)
  expect(await sessions.revoke(one)).toBe(0)
  expect(await sessions.revoke('Bearer x')).toBe(0)
})

it('end when their account is disabled, or has another token version', async () => {
  const authorization = `Bearer ${await sessions.issue(ana)}`
  await database().updateTable('staff_accounts').set({ disabled_at: new Date().toISOString() }).execute()
  expect(await sessions.accountOf(authorization)).toBe(0)
  expect(await sessions.issue(ana)).toBeUndefined()
  await database().updateTable('staff_accounts').set({ disabled_at: null, token_version: 1 }).execute()
  expect(await sessions.accountOf(authorization)).toBe(0)
  expect(await sessions.issue(ana)).toBeUndefined()
  expect(await sessions.accountOf(`Bearer ${await sessions.issue({ ...ana, version: 1 })}`)).toBe(1)
})

it('store revocations until the token expires', async () => {
  const old = { token_hash: 'old', expires_at: '2026-01-01T00:00:00Z' }
  await database().insertInto('revoked_tokens').values(old).execute()
  const token = await sessions.issue(ana)

  await sessions.revoke(`Bearer ${token}`)

  const stored = await database().selectFrom('revoked_tokens').selectAll().execute()
  expect(stored).not.toContainEqual(expect.objectContaining({ token_hash: 'old' }))
  const expiry = new Date((decodeJwt(token ?? '').exp ?? 0) * 1000)
  expect(stored).toContainEqual({ token_hash: expect.any(String), expires_at: expiry })
  expect(JSON.stringify(stored)).not.toContain(token)
})
