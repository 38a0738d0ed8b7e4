import { afterAll, beforeAll, expect, it } from 'vitest'
import { admin, amounts, startOnNewDatabase, type TestBackend } from '../testing/backend'
import { createDatabase } from '../testing/engines'

let backend: TestBackend

beforeAll(async () => {
  backend = await startOnNewDatabase(createDatabase)
})
afterAll(() => backend.close())

it.each([
  ['SelectScores', { prmNameOrPhone: null }],
  ['SelectScores', { prmNameOrPhone: 'a\0b' }],
  ['SelectScores', { prmNameOrPhone: 'a'.repeat(201) }],
  ['SelectScores', []],
  ['SelectScores', 'null'],
  ['SelectReferrals', { prmNameOrPhone: 7 }],
  ['SelectScoreReferrals', {}],
  ['SelectScoreReferrals', { prmUserId: '1' }],
  ['DeleteCode', { prmCodeId: 1.5 }],
  ['DeleteCode', { prmCodeId: 1e300 }],
  ['DeleteCode', { prmCodeId: 1, prmBatch: '' }],
  ['DeleteCode', { prmCodeId: 1, prmBatch: 'con espacio' }],
  ['DeleteCode', { prmCodeId: 1, prmBatch: 'x'.repeat(65) }],
  ['InsertCodes', {}],
  ['InsertCodes', { prmnumber_codes: 0 }],
  ['InsertCodes', { prmnumber_codes: 100 }],
  ['InsertCodes', { prmnumber_codes: 2.5 }],
  ['InsertCodes', { prmnumber_codes: '5' }],
  ['RestoreCodes', {}],
  ['RestoreCodes', { prmCodeIds: [] }],
  ['RestoreCodes', { prmCodeIds: ['7'] }],
  ['RestoreCodes', { prmDeletionIds: [2 ** 63] }],
  ['RestoreCodes', { prmCodeIds: [1], prmDeletionIds: 'x' }],
])('responds to %s with 400 for %j', async (path, body) => {
  const response = await backend.info(path, { body })
  expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
})

it.each(["'; drop table users; --", "\\'; delete from codes; --", '\ud800'])(
  'treats %j as plain text',
  async (text) => {
    for (const path of ['SelectScores', 'SelectReferrals'])
      expect(await backend.rows(path, { prmNameOrPhone: text })).toEqual([])
    expect(await backend.rows('SelectUsers')).toHaveLength(amounts.users)
    expect(await backend.rows('SelectCodes')).toHaveLength(amounts.codes)
  },
)

const range = (length: number) => Array.from({ length }, (_, index) => 10 ** 15 + index)
it.each([
  ['10,001 codes', { prmCodeIds: range(10_001) }],
  ['501 deletions', { prmDeletionIds: range(501) }],
  ['10,001 times the same code', { prmCodeIds: Array(10_001).fill(1) }],
])('refuses to restore %s', async (_what, body) => {
  const response = await backend.info('RestoreCodes', { body })
  expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
})

it.each([
  ['InsertCodes', 64],
  ['RestoreCodes', 256],
])('bounds the body of %s', async (path, kilobytes) => {
  const body = `{${' '.repeat(kilobytes * 1024 - 2)}}`
  expect((await backend.info(path, { body })).status).toBe(400)
  const response = await backend.info(path, { body: `${body} ` })
  expect(response).toMatchObject({ status: 413, body: { error: { code: 'body_too_large' } } })
})

it.each(['prefetch', 'prefetch;prerender'])('changes nothing for Sec-Purpose: %s', async (purpose) => {
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
})
