import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../database/connect'
import { hashPassword } from '../security/accounts'
import { startTestBackend, type TestBackend, type TestRequest, type TestResponse } from '../testing/backend'
import { createDatabase, type TestDatabase } from '../testing/engines'

interface CodeRow {
  id: number
  name: string
  used: 0 | 1
}

const eva = { user: 'eva', password: 'eva-12345' }

let database: TestDatabase
let backend: TestBackend
const codes = () => backend.rows<CodeRow>('SelectCodes')
const unused = async () => (await codes()).filter(({ used }) => used === 0)
const idsOf = (rows: readonly CodeRow[]) => rows.map(({ id }) => id)
const insert = (prmnumber_codes: number) => backend.info('InsertCodes', { body: { prmnumber_codes } })
const lastAction = async (of: string) =>
  (await backend.rows<{ action: string; actionId: number }>('SelectStaffEvents')).find(({ action }) => action === of)
    ?.actionId ?? 0
const remove = (prmCodeId?: number) => backend.info('DeleteCode', { body: { prmCodeId } })
const deletionOf = async (response: Promise<TestResponse>) =>
  ((await response).body as { data: { deletionId: number } }).data.deletionId
const restoreDeletions = (prmDeletionIds: readonly number[], request: TestRequest = {}) =>
  backend.info('RestoreCodes', { body: { prmDeletionIds }, ...request })
const restore = (prmCodeIds: readonly number[], request: TestRequest = {}) =>
  backend.info('RestoreCodes', { body: { prmCodeIds }, ...request })
/** Runs SQL on the database, without the backend in between. */
const offline = async (statements: (opened: Awaited<ReturnType<typeof openDatabase>>) => Promise<unknown>) => {
  await backend.close()
  const opened = await openDatabase(database.choice)
  await statements(opened).finally(async () => {
    await opened.destroy()
    backend = await startTestBackend(database.choice)
  })
}

beforeAll(async () => {
  database = await createDatabase()
  backend = await startTestBackend(database.choice)
  await offline(async (opened) => {
    const account = { username: eva.user, password_hash: await hashPassword(eva.password) }
    await opened.insertInto('staff_accounts').values(account).execute()
  })
})
beforeEach(async () => {
  await backend.info('DeleteAllCodes')
  await insert(7)
})
afterAll(async () => {
  await backend.close()
  await database.remove()
})

it('restores a bulk deletion with the exact time of creation', async () => {
  const before = await codes()
  const ids = idsOf(await unused())
  await backend.info('DeleteAllCodes')

  expect(await restore([...ids, ...ids])).toMatchObject({ body: { data: { restored: 7 } } })
  expect(await codes()).toEqual(before)
  await offline(async (opened) => {
    const differing = await opened
      .selectFrom('codes')
      .innerJoin('staff_events', 'staff_events.code_id', 'codes.id')
      .select('codes.id')
      .whereRef('codes.created_at', '<>', 'staff_events.code_created_at')
      .execute()
    expect(differing).toEqual([])
  })
})

it('restores single and bulk deletions by the id in their responses', async () => {
  const before = await codes()
  const [first = 0] = idsOf(await unused())
  const single = await deletionOf(remove(first))
  const bulk = await deletionOf(backend.info('DeleteAllCodes'))
  const empty = await deletionOf(backend.info('DeleteAllCodes'))
  expect(new Set([single, bulk, empty]).size).toBe(3)

  expect(await restoreDeletions([single])).toMatchObject({ status: 200, body: { data: { restored: 1 } } })
  expect(await restoreDeletions([bulk, empty, bulk])).toMatchObject({ status: 200, body: { data: { restored: 6 } } })
  expect(await codes()).toEqual(before)
  expect(await restoreDeletions([bulk])).toMatchObject({ status: 409, body: { error: { code: 'code_exists' } } })
})

it.each([
  ['an unknown deletion', 'Deletion', async () => Number.MAX_SAFE_INTEGER],
  ['a creation', 'Deletion', async () => lastAction('create')],
  ['a code that was never deleted', 'Code', async () => idsOf(await unused())[0] ?? 0],
  ['an unknown code', 'Code', async () => Number.MAX_SAFE_INTEGER],
])('refuses the whole request with %s', async (_what, noun, idOf) => {
  const deleted = idsOf(await unused()).at(-1) ?? 0
  const deletion = await deletionOf(remove(deleted))
  const id = await idOf()
  const before = await codes()

  const response = noun === 'Code' ? restore([deleted, id]) : restoreDeletions([deletion, id])

  expect(await response).toMatchObject({
    status: 404,
    body: { error: { code: 'deletion_unknown', message: expect.stringContaining(`${noun} ${id} `) } },
  })
  expect(await codes()).toEqual(before)
})

it('restores 20,000 codes in one request', async () => {
  await offline((opened) =>
    sql`insert into codes (name) select concat('BULK-', n) from generate_series(1, 20000) as n`.execute(opened),
  )
  const before = await codes()
  const deletion = await deletionOf(backend.info('DeleteAllCodes'))

  expect(await restoreDeletions([deletion])).toMatchObject({ status: 200, body: { data: { restored: 20_007 } } })
  expect(await codes()).toEqual(before)
})

it('restores all or none: a name that was taken meanwhile is named', async () => {
  const [first, second] = await unused()
  await remove(first?.id)
  await remove(second?.id)
  await offline((opened) =>
    opened
      .insertInto('codes')
      .values({ name: second?.name ?? '' })
      .execute(),
  )
  const before = await codes()

  const response = await restore([first?.id ?? 0, second?.id ?? 0])

  expect(response).toMatchObject({
    status: 409,
    body: { error: { code: 'code_exists', message: expect.stringContaining(second?.name ?? '') } },
  })
  expect(await codes()).toEqual(before)
})

it('refuses a deletion by another account', async () => {
  const [id = 0] = idsOf(await unused())
  const deletion = await deletionOf(remove(id))
  const credentials = { username_input: eva.user, password_input: eva.password }
  const { data } = (await backend.security('CreateToken', { body: credentials })).body as { data: string }
  const before = await codes()

  const headers = { Authorization: `Bearer ${data}` }
  const refused = { status: 403, body: { error: { code: 'deletion_of_other_account' } } }
  expect(await restore([id], { headers })).toMatchObject(refused)
  expect(await restoreDeletions([deletion], { headers })).toMatchObject(refused)
  expect(await codes()).toEqual(before)
})

it('goes by the last deletion of a code that was deleted before', async () => {
  const [id = 0] = idsOf(await unused())
  await remove(id)
  await restore([id])
  await offline((opened) =>
    opened.updateTable('staff_events').set({ occurred_at: '2026-01-01T00:00:00Z', account_id: null }).execute(),
  )
  await remove(id)

  expect(await restore([id])).toMatchObject({ status: 200, body: { data: { restored: 1 } } })
})

it('refuses a deletion after ten minutes', async () => {
  const [first = 0, second = 0] = idsOf(await unused())
  await remove(first)
  const deletion = await deletionOf(remove(second))
  const ageBy = (id: number, minutes: number) =>
    offline((opened) =>
      opened
        .updateTable('staff_events')
        .set({ occurred_at: new Date(Date.now() - minutes * 60_000).toISOString() })
        .where('code_id', '=', id)
        .execute(),
    )
  await ageBy(first, 9)
  await ageBy(second, 10.1)

  const refused = { status: 404, body: { error: { code: 'deletion_unknown' } } }
  expect(await restore([second])).toMatchObject(refused)
  expect(await restoreDeletions([deletion])).toMatchObject(refused)
  expect(await restore([first])).toMatchObject({ status: 200 })
})
