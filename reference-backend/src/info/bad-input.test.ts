import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, amounts, startOnNewDatabase, type TestBackend } from '../testing/backend'
import { createDatabase } from '../testing/engines'
import { hostileTexts } from '../testing/hostile'

describe('the info API', () => {
  let backend: TestBackend

  beforeAll(async () => {
    backend = await startOnNewDatabase(createDatabase)
  })
  afterAll(() => backend.close())

  const invalid: [path: string, body: unknown][] = [
    ...['SelectScores', 'SelectReferrals'].flatMap((path) =>
      [
        { prmNameOrPhone: 7 },
        { prmNameOrPhone: null },
        { prmNameOrPhone: 'a\0b' },
        [],
        'null',
        '"text"',
        { prmNameOrPhone: 'a'.repeat(201) },
      ].map((body): [string, unknown] => [path, body]),
    ),
    ...['SelectScoreReferrals', 'DeleteCode'].flatMap((path) => {
      const field = path === 'DeleteCode' ? 'prmCodeId' : 'prmUserId'
      return [{}, { [field]: '1' }, { [field]: 1.5 }, { [field]: null }, { [field]: 1e300 }, [1]].map(
        (body): [string, unknown] => [path, body],
      )
    }),
    ...[
      {},
      { prmnumber_codes: 0 },
      { prmnumber_codes: 100 },
      { prmnumber_codes: -1 },
      { prmnumber_codes: 2.5 },
      { prmnumber_codes: '5' },
    ].map((body): [string, unknown] => ['InsertCodes', body]),
    ...['prmCodeIds', 'prmDeletionIds'].flatMap((field) =>
      [[], 7, null, ['7'], [1.5], [null], [[1]], [2 ** 63]].map((ids): [string, unknown] => [
        'RestoreCodes',
        { [field]: ids },
      ]),
    ),
    ['RestoreCodes', {}],
    ['RestoreCodes', { prmCodeIds: [1], prmDeletionIds: 'x' }],
  ]
  it.each(invalid)('responds to %s with 400 for %j', async (path, body) => {
    const response = await backend.info(path, { body })
    expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } })
  })

  it.each(hostileTexts)('treats %j as plain text in every field', async (hostile) => {
    for (const path of ['SelectScores', 'SelectReferrals']) {
      expect((await backend.info(path, { body: { prmNameOrPhone: hostile } })).status).toBe(200)
    }
    for (const [path, field] of [
      ['SelectScoreReferrals', 'prmUserId'],
      ['InsertCodes', 'prmnumber_codes'],
      ['DeleteCode', 'prmCodeId'],
      ['RestoreCodes', 'prmCodeIds'],
    ] as const) {
      expect((await backend.info(path, { body: { [field]: hostile } })).status).toBe(400)
    }
    const headers = { Authorization: `Bearer ${Buffer.from(hostile).toString('base64url')}` }
    expect((await backend.info('SelectUsers', { headers })).status).toBe(401)
    expect(await backend.rows('SelectUsers')).toHaveLength(amounts.users)
    expect(await backend.rows('SelectScores', {})).toHaveLength(amounts.scores)
    expect(await backend.rows('SelectCodes')).toHaveLength(amounts.codes)
  })

  const range = (length: number) => Array.from({ length }, (_, index) => 10 ** 15 + index)
  it.each([
    ['10,001 codes', { prmCodeIds: range(10_001) }],
    ['501 deletions', { prmDeletionIds: range(501) }],
    ['10,001 times the same code', { prmCodeIds: Array(10_001).fill(1) }],
  ])('refuses to restore %s', async (_what, body) => {
    const response = await backend.info('RestoreCodes', { body })
    expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } })
  })

  it('looks for 10,000 codes and 100 deletions', async () => {
    for (const body of [{ prmCodeIds: range(10_000) }, { prmDeletionIds: range(100) }]) {
      expect(await backend.info('RestoreCodes', { body })).toMatchObject({ status: 404 })
    }
  })

  const calls = ['SelectScores', 'SelectReferrals', 'SelectScoreReferrals', 'InsertCodes', 'DeleteCode', 'RestoreCodes']
  it.each([
    ...calls.map((path) => ['info', path] as const),
    ...['CreateToken', 'ValidateLogin', 'Logout'].map((path) => ['security', path] as const),
  ])('bounds the body of %s %s', async (service, path) => {
    const limit = path === 'RestoreCodes' ? 256 * 1024 : 64 * 1024
    const body = `{${' '.repeat(limit - 2)}}`
    expect((await backend[service](path, { body })).status).toBeLessThanOrEqual(400)
    const response = await backend[service](path, { body: `${body} ` })
    expect(response).toMatchObject({ status: 413, body: { error: { code: 'body_too_large' } } })
  })

  it.each(['prefetch', 'prefetch;prerender', 'Prefetch; anonymous-client-ip'])(
    'changes nothing for Sec-Purpose: %s',
    async (purpose) => {
      const authorization = `Bearer ${await backend.signIn()}`
      const changes = [
        ['info', 'DeleteAllCodes', undefined],
        ['info', 'DeleteCode', { prmCodeId: 1 }],
        ['info', 'InsertCodes', { prmnumber_codes: 1 }],
        ['info', 'RestoreCodes', { prmCodeIds: [1] }],
        ['security', 'CreateToken', { username_input: admin.user, password_input: admin.password }],
        ['security', 'Logout', { Authorization_input: authorization }],
      ] as const
      const before = await backend.rows('SelectStaffEvents')
      for (const [service, path, body] of changes) {
        const response = await backend[service](path, { body, headers: { 'Sec-Purpose': purpose } })
        expect(response).toMatchObject({ status: 403, body: { error: { code: 'prefetch_refused' } } })
      }
      expect(await backend.rows('SelectStaffEvents')).toEqual(before)
      expect(await backend.rows('SelectCodes')).toHaveLength(amounts.codes)
      const read = await backend.info('SelectUsers', {
        headers: { Authorization: authorization, 'Sec-Purpose': purpose },
      })
      expect(read.status).toBe(200)
    },
  )
})
