import { afterAll, beforeAll, expect, it } from 'vitest'
import { amounts, startOnNewDatabase, type TestBackend } from '../testing/backend'
import { describeOnEachEngine } from '../testing/engines'
import { specifiedFields } from '../testing/specified-fields'

const gets = ['SelectUsers', 'SelectReport', 'SelectCodes', 'DeleteAllCodes']
const posts = ['SelectScores', 'SelectReferrals', 'SelectScoreReferrals', 'InsertCodes', 'DeleteCode']
const date = expect.stringMatching(/^2025-\d\d-\d\d \d\d:\d\d:\d\d$/)

describeOnEachEngine('the info API', (createDatabase) => {
  let backend: TestBackend

  beforeAll(async () => {
    backend = await startOnNewDatabase(createDatabase)
  })
  afterAll(() => backend.close())

  it.each([...gets, ...posts])('%s requires a valid token', async (path) => {
    const method = gets.includes(path) ? 'GET' : 'POST'
    const body = method === 'POST' ? {} : undefined
    const refused = { status: 401, body: { error: { code: 'not_signed_in' } } }
    for (const Authorization of ['', 'Bearer nonsense', `Token ${await backend.signIn()}`]) {
      const response = await backend.info(path, { method, body, headers: { Authorization } })
      expect(response).toMatchObject(refused)
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
    }
    expect(await backend.rows('SelectCodes')).toHaveLength(amounts.codes)
  })

  it.each([
    ['SelectUsers'],
    ['SelectCodes'],
    ['SelectReport'],
    ['SelectScores', {}],
    ['SelectReferrals', { prmNameOrPhone: 'a' }],
    ['SelectScoreReferrals', { prmUserId: 1 }],
  ])('%s %j forbids caching', async (path, body?: object) => {
    const { status, headers } = await backend.info(path, { headers: { 'If-None-Match': '*' }, ...(body && { body }) })

    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('ETag')).toBeNull()
  })

  it('lists users, by id', async () => {
    const { body } = await backend.info('SelectUsers')
    const users = await backend.rows<Record<string, unknown>>('SelectUsers')

    expect(body).toEqual({ data: { data: users } })
    expect(users.map(({ id }) => id)).toEqual(Array.from({ length: amounts.users }, (_, index) => index + 1))
    expect(Object.keys(users[0] ?? {})).toEqual(specifiedFields('User'))
    expect(users[0]).toMatchObject({
      id: 1,
      name: expect.any(String),
      mail: expect.stringContaining('@example.com'),
      phone: expect.stringMatching(/^\+573\d{9}$/),
      identification_number: expect.any(String),
      total_points: expect.any(Number),
      cityName: expect.any(String),
      documentType: expect.any(String),
      date,
    })
  })

  it('lists all scores, or those of a name or phone', async () => {
    const { body } = await backend.info('SelectScores', { body: {} })
    const scores = await backend.rows<Record<string, unknown>>('SelectScores', {})
    const user = (await backend.rows<{ name: string; phone: string }>('SelectUsers'))[0]

    expect(body).toEqual({ data: scores })
    expect(scores).toHaveLength(amounts.scores)
    expect(Object.keys(scores[0] ?? {})).toEqual(specifiedFields('Score'))
    expect(scores[0]).toMatchObject({
      id: 1,
      points: expect.any(Number),
      name: expect.any(String),
      locate: expect.any(String),
      date,
    })
    const byPhone = await backend.rows<{ name: string }>('SelectScores', { prmNameOrPhone: user?.phone })
    expect(byPhone.length).toBeGreaterThan(0)
    expect(byPhone.every(({ name }) => name === user?.name)).toBe(true)
    expect(await backend.rows('SelectScores', { prmNameOrPhone: '  ' })).toEqual(scores)
  })

  it('lists all referrals, or those of a name or phone', async () => {
    const { body } = await backend.info('SelectReferrals', { body: {} })
    const referrals = await backend.rows<Record<string, unknown>>('SelectReferrals', {})

    expect(body).toEqual({ data: referrals })
    expect(referrals).toHaveLength(amounts.referrals)
    expect(Object.keys(referrals[0] ?? {})).toEqual(specifiedFields('Referral'))
    expect(referrals[0]).toMatchObject({
      id: 1,
      points: expect.any(Number),
      user_name: expect.any(String),
      referral_name: expect.any(String),
      locate: expect.any(String),
      date,
    })
    const name = String(referrals[0]?.user_name)
    const byName = await backend.rows<{ user_name: string }>('SelectReferrals', { prmNameOrPhone: name.toUpperCase() })
    expect(byName.length).toBeGreaterThan(0)
    expect(byName.every(({ user_name }) => user_name === name)).toBe(true)
  })

  it("lists a user's referral tree, and refuses an unknown user", async () => {
    const tree = await backend.rows<{ parent_id: number; level: number }>('SelectScoreReferrals', { prmUserId: 1 })

    expect(tree[0]).toEqual({
      id: expect.any(Number),
      parent_id: 1,
      level: 1,
      name: expect.any(String),
      phone: expect.any(String),
      points: expect.any(Number),
      locate: expect.any(String),
      date,
    })
    for (const prmUserId of [0, -1, amounts.users + 1, Number.MAX_SAFE_INTEGER]) {
      const response = await backend.info('SelectScoreReferrals', { body: { prmUserId } })
      expect(response).toMatchObject({ status: 404, body: { error: { code: 'user_unknown' } } })
    }
  })

  it('reports every score and referral once, with the total of the users', async () => {
    const { body } = await backend.info('SelectReport')
    const report = await backend.rows<{ scorePoints: number | null; referalPoint: number | null; code: string }>(
      'SelectReport',
    )
    const users = await backend.rows<{ total_points: number }>('SelectUsers')
    const codes = await backend.rows<{ name: string; used: number }>('SelectCodes')
    const sum = (numbers: (number | null)[]) => numbers.reduce<number>((total, number) => total + (number ?? 0), 0)

    expect(body).toEqual({ data: report })
    expect(Object.keys(report[0] ?? {})).toEqual(specifiedFields('Report'))
    expect(Object.keys(codes[0] ?? {})).toEqual(specifiedFields('Code'))
    expect(report.filter(({ scorePoints }) => scorePoints !== null)).toHaveLength(amounts.scores)
    expect(report.filter(({ referalPoint }) => referalPoint !== null)).toHaveLength(amounts.referrals)
    expect(sum(report.flatMap((row) => [row.scorePoints, row.referalPoint]))).toBe(
      sum(users.map(({ total_points }) => total_points)),
    )
    const redeemed = codes.filter(({ used }) => used === 1).map(({ name }) => name)
    expect(
      report
        .map(({ code }) => code)
        .filter(Boolean)
        .sort(),
    ).toEqual(redeemed.sort())
  })
})
