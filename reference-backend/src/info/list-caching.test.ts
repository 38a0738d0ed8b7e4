import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestBackend, type TestBackend } from '../testing/backend'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend({ kind: 'memory' })
})
afterAll(() => backend.close())

it.each([
  ['SelectUsers'],
  ['SelectCodes'],
  ['SelectReport'],
  ['SelectScores', {}],
  ['SelectReferrals', { prmNameOrPhone: 'a' }],
  ['SelectScoreReferrals', { prmUserId: 1 }],
])('%s %j is stored by no browser', async (path, body?: object) => {
  const { status, headers } = await backend.info(path, { headers: { 'If-None-Match': '*' }, ...(body && { body }) })

  expect(status).toBe(200)
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('ETag')).toBeNull()
})
