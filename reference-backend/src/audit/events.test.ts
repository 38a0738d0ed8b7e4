import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../database/connect'
import type { Database } from '../database/schema'
import type { BackendOptions } from '../index'
import { manageStaff } from '../security/staff'
import { admin, startTestBackend, type TestBackend } from '../testing/backend'
import { createDatabase, type TestDatabase } from '../testing/engines'
import { contentOf } from '../testing/queries'

interface Event {
  id: number
  date: string
  userName: string | null
  action: string
  actionId: number | null
  batch: string | null
  codeId: number | null
  codeName: string | null
  count: number
  address: string | null
}

interface Changed {
  data: { codes: { id: number; name: string }[] }
}

let database: TestDatabase
let backend: TestBackend
/** The id of the last event before the test. */
let earlier: number
const events = () => backend.rows<Event>('SelectStaffEvents')
/** The events of the test, oldest first. */
const newEvents = async () => (await events()).filter(({ id }) => id > earlier).reverse()
const insert = async (prmnumber_codes: number, headers = {}) =>
  ((await backend.info('InsertCodes', { body: { prmnumber_codes }, headers })).body as Changed).data.codes
const signIn = (username_input: string, password_input: string, headers = {}) =>
  backend.security('CreateToken', { body: { username_input, password_input }, headers })
const actionsOf = (recorded: Event[]) => recorded.map(({ action, userName }) => `${action} ${userName}`)
const eventsOf = (action: string, codes: { id: number; name: string }[], count = codes.length) =>
  codes.map(({ id, name }) => ({
    id: expect.any(Number),
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    userName: admin.user,
    action,
    actionId: expect.any(Number),
    batch: null,
    codeId: id,
    codeName: name,
    count,
    address: expect.stringMatching(/^(::1|127\.0\.0\.1)$/),
  }))

const start = async (options: Partial<BackendOptions> = {}) => {
  const signInLimits = { failures: 2 }
  backend = await startTestBackend(database.choice, { signInLimits, trustProxy: 'loopback', ...options })
}
/** Runs statements on the database, without the backend in between. */
const offline = async <T>(statements: (opened: Database) => Promise<T>, options: Partial<BackendOptions> = {}) => {
  await backend.close()
  const opened = await openDatabase(database.choice)
  try {
    return await statements(opened)
  } finally {
    await opened.destroy()
    await start(options)
  }
}

beforeAll(async () => {
  database = await createDatabase()
  await start()
})
beforeEach(async () => {
  await backend.info('DeleteAllCodes')
  earlier = (await events())[0]?.id ?? 0
})
afterAll(async () => {
  await backend.close()
  await database.remove()
})

it('name the codes of each creation, deletion, restoration and bulk deletion', async () => {
  const created = await insert(3)
  const [first, ...others] = created
  const prmCodeId = first?.id ?? 0
  await backend.info('DeleteCode', { body: { prmCodeId } })
  await backend.info('RestoreCodes', { body: { prmCodeIds: [prmCodeId] } })
  await backend.info('DeleteAllCodes')

  const recorded = await newEvents()
  const single = first ? [first] : []
  expect(recorded.slice(0, 5)).toEqual([
    ...eventsOf('create', created),
    ...eventsOf('delete', single),
    ...eventsOf('restore', single),
  ])
  const bulk = recorded.slice(5).sort((one, other) => (one.codeId ?? 0) - (other.codeId ?? 0))
  expect(bulk).toEqual(eventsOf('delete_all', [...single, ...others]))
})

it('record a bulk deletion of nothing without a code', async () => {
  await backend.info('DeleteAllCodes')
  expect(await newEvents()).toMatchObject([{ action: 'delete_all', codeId: null, codeName: null, count: 0 }])
})

it('are written once per change, and never for one that fails', async () => {
  const headers = { 'Idempotency-Key': 'once' }
  await insert(2, headers)
  await insert(2, headers)
  await backend.info('DeleteCode', { body: { prmCodeId: 999_999 } })
  await backend.info('RestoreCodes', { body: { prmCodeIds: [999_999] } })
  expect((await newEvents()).map(({ action }) => action)).toEqual(['create', 'create'])
})

it('share the batch of the requests of one press', async () => {
  const codes = await insert(3)
  for (const { id } of codes) await backend.info('DeleteCode', { body: { prmCodeId: id, prmBatch: 'press-1' } })
  const deletions = (await newEvents()).slice(3)
  expect(deletions).toEqual(
    codes.flatMap((code) => eventsOf('delete', [code])).map((event) => ({ ...event, batch: 'press-1' })),
  )
})

it('record sign-ins, renewals and sign-outs with account and address', async () => {
  const token = await backend.signIn()
  const authorization = `Bearer ${token}`
  await signIn(admin.user, admin.password, { Authorization: authorization })
  await signIn(admin.user, admin.password, { Authorization: 'Bearer x' })
  const signOut = () => backend.security('Logout', { body: { Authorization_input: authorization } })
  await signOut()
  await signOut()
  await signIn(admin.user, admin.password, { Authorization: authorization })

  const recorded = await newEvents()
  expect(recorded.map(({ action }) => action)).toEqual(['sign_in', 'renewal', 'sign_in', 'sign_out', 'sign_in'])
  for (const event of recorded) {
    expect(event).toMatchObject({ userName: admin.user, count: 0, codeId: null, actionId: null })
    expect(event.address).toMatch(/^(::1|127\.0\.0\.1)$/)
  }
})

it('record failed and throttled sign-ins of accounts by the name of the account', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.7:4711' }
  for (let attempt = 0; attempt < 3; attempt++) await signIn(admin.user, 'wrong', headers)

  const recorded = await newEvents()
  expect(recorded.map(({ action }) => action)).toEqual(['sign_in_failed', 'sign_in_failed', 'sign_in_throttled'])
  for (const event of recorded) expect(event).toMatchObject({ userName: admin.user, address: '203.0.113.7' })
})

it('keep nothing of a name that is no account', async () => {
  const typed = 'clave-secreta-2026'
  for (let attempt = 0; attempt < 3; attempt++) await signIn(typed, 'x', { 'X-Forwarded-For': '203.0.113.8' })

  const failed = 'sign_in_failed null'
  expect(actionsOf(await newEvents())).toEqual([failed, failed, 'sign_in_throttled null'])
  const stored = await offline(contentOf)
  expect(stored).toContain(admin.user)
  expect(stored).not.toContain(typed)
})

it('keep no address that is none', async () => {
  await signIn(admin.user, admin.password, { 'X-Forwarded-For': 'clave-secreta' })
  expect(await newEvents()).toMatchObject([{ action: 'sign_in', address: null }])
})

it('record changes of accounts', async () => {
  const run = (action: 'add' | 'passwd' | 'disable') =>
    manageStaff(database.choice, { action, username: 'eva', password: 'secret-1' })
  for (const action of ['add', 'passwd', 'disable', 'add', 'disable', 'disable'] as const) await run(action)

  const recorded = await newEvents()
  expect(actionsOf(recorded)).toEqual([
    'account_added eva',
    'password_changed eva',
    'account_disabled eva',
    'account_enabled eva',
    'account_disabled eva',
  ])
  expect(recorded[0]).toMatchObject({ address: null, count: 0 })
})

it('come newest first, by pages', async () => {
  await insert(7)
  const all = (await events()).map(({ id }) => id)
  expect(all).toEqual(all.toSorted((one, other) => other - one))
  const page = await backend.rows<Event>(`SelectStaffEvents?prmLimit=2&prmBefore=${all[2]}`)
  expect(page.map(({ id }) => id)).toEqual(all.slice(3, 5))
})

it.each(['prmLimit=0', 'prmLimit=1001', 'prmLimit=', 'prmLimit=1&prmLimit=2', 'prmBefore=1.5'])(
  'are refused with the query %s',
  async (query) => {
    const response = await backend.info(`SelectStaffEvents?${query}`)
    expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
  },
)

it('are deleted with the next sign-in once they are older than the configured days', async () => {
  await insert(3)
  const recorded = (await newEvents()).map(({ id }) => id)
  const [old = 0, young = 0] = recorded
  await offline(
    async (opened) => {
      for (const [id, hours] of Object.entries({ [old]: 49, [young]: 47 }))
        await sql`update staff_events set occurred_at = now() - ${hours} * interval '1 hour' where id = ${id}`.execute(
          opened,
        )
    },
    { auditDays: 2 },
  )

  const ids = (await events()).map(({ id }) => id)
  expect(ids).toContain(young)
  expect(ids).not.toContain(old)
})
