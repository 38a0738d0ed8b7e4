import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../database/connect'
import { admin, startTestBackend, type TestBackend } from '../testing/backend'
import { describeOnEachEngine, type TestDatabase } from '../testing/engines'

interface Event {
  id: number
  date: string
  userName: string
  action: string
  codeId: number | null
  codeName: string | null
  count: number
  address: string
}

interface Changed {
  data: { codes: { id: number; name: string }[] }
}

describeOnEachEngine('staff events', (createDatabase) => {
  let database: TestDatabase
  let backend: TestBackend
  /** Number of events before the test. */
  let earlier: number
  const events = () => backend.rows<Event>('SelectStaffEvents')
  const newEvents = async () => (await events()).slice(earlier)
  const insert = async (prmnumber_codes: number, headers = {}) =>
    ((await backend.info('InsertCodes', { body: { prmnumber_codes }, headers })).body as Changed).data.codes
  const signIn = (username_input: string, password_input: string) =>
    backend.security('CreateToken', { body: { username_input, password_input } })
  const eventsOf = (action: string, codes: { id: number; name: string }[], count = codes.length) =>
    codes.map(({ id, name }) => ({
      id: expect.any(Number),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      userName: admin.user,
      action,
      codeId: id,
      codeName: name,
      count,
      address: expect.stringMatching(/^(::1|127\.0\.0\.1)$/),
    }))

  beforeAll(async () => {
    database = await createDatabase()
    backend = await startTestBackend(database.choice, { signInLimits: { pairFailures: 2 } })
  })
  beforeEach(async () => {
    await backend.info('DeleteAllCodes')
    earlier = (await events()).length
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

  it('record failed and throttled sign-ins with the entered name', async () => {
    await signIn('nobody', 'x')
    await signIn('nobody', 'x')
    expect((await signIn('nobody', 'x')).status).toBe(429)
    await signIn(admin.user, admin.password)

    const event = { userName: 'nobody', codeId: null, codeName: null, count: 0 }
    expect(await newEvents()).toMatchObject([
      { ...event, action: 'sign_in_failed' },
      { ...event, action: 'sign_in_failed' },
      { ...event, action: 'sign_in_throttled' },
    ])
  })

  it('record at most 100 throttled sign-ins of a network per hour', async () => {
    for (let attempt = 0; attempt < 110; attempt++) await signIn('flood', 'x')
    const throttled = (await events()).filter(({ action }) => action === 'sign_in_throttled')
    expect(throttled).toHaveLength(100)
  })

  it('need a token', async () => {
    const headers = { Authorization: '' }
    expect(await backend.info('SelectStaffEvents', { headers })).toMatchObject({ status: 401 })
  })

  it('survive their account', async () => {
    await insert(1)
    const recorded = await newEvents()
    await backend.close()
    const opened = await openDatabase(database.choice)
    await opened.deleteFrom('staff_accounts').execute()
    const stored = await opened
      .selectFrom('staff_events')
      .select('username')
      .where('id', '=', recorded[0]?.id ?? 0)
      .execute()
    await opened.destroy()
    backend = await startTestBackend(database.choice)
    expect(stored).toEqual([{ username: admin.user }])
  })
})
