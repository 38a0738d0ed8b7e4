import { afterAll, beforeAll, expect, it } from 'vitest'
import { amounts, startOnNewDatabase, type TestBackend } from '../testing/backend'
import { createDatabase } from '../testing/engines'

let backend: TestBackend

beforeAll(async () => {
  backend = await startOnNewDatabase(createDatabase)
})
afterAll(() => backend.close())

it('requires a valid token', async () => {
  for (const Authorization of ['', 'Bearer nonsense', `Token ${await backend.signIn()}`]) {
    const response = await backend.info('DeleteAllCodes', { headers: { Authorization } })
    expect(response).toMatchObject({ status: 401, body: { error: { code: 'not_signed_in' } } })
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
  }
  expect(await backend.rows('SelectCodes')).toHaveLength(amounts.codes)
})

it('forbids caching of a list', async () => {
  const { headers } = await backend.info('SelectUsers', { headers: { 'If-None-Match': '*' } })
  expect([headers.get('Cache-Control'), headers.get('ETag')]).toEqual(['no-store', null])
})

it("lists a user's referral tree, and refuses an unknown user", async () => {
  const [first] = await backend.rows('SelectScoreReferrals', { prmUserId: 1 })
  expect(first).toMatchObject({ parent_id: 1, level: 1 })
  for (const prmUserId of [0, amounts.users + 1]) {
    const response = await backend.info('SelectScoreReferrals', { body: { prmUserId } })
    expect(response).toMatchObject({ status: 404, body: { error: { code: 'user_unknown' } } })
  }
})
