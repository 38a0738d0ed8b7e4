import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, pageOrigin, startOnNewDatabase, type TestBackend, type TestResponse } from '../testing/backend'
import { createDatabase } from '../testing/engines'

let backend: TestBackend
const rejected = { status: 200, body: { data: null } }
const accepted = { status: 200, body: { data: expect.stringMatching(/./) } }

/** Signs in; `forwarded` is the `X-Forwarded-For` header of the proxies. */
function signIn(username_input: string, password_input: string, forwarded?: string): Promise<TestResponse> {
  const headers = { Origin: pageOrigin, ...(forwarded !== undefined && { 'X-Forwarded-For': forwarded }) }
  return backend.security('CreateToken', { body: { username_input, password_input }, headers })
}

describe('the security service', () => {
  beforeAll(async () => {
    backend = await startOnNewDatabase(createDatabase, { signInLimits: { failures: 2 } })
  })
  afterAll(() => backend.close())

  it('refuses sign-ins with 429 and Retry-After after the failures of an account', async () => {
    // Without a trusted proxy, its header does not count.
    for (const forwarded of ['10.0.0.1', '10.0.0.2']) await signIn(admin.user, 'wrong', forwarded)
    const refused = await signIn(admin.user, admin.password, '10.0.0.3')

    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_attempts' } } })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(refused.headers.get('Access-Control-Expose-Headers')).toMatch(/Retry-After.*X-Request-Id/)
    expect(await signIn('somebody', 'wrong')).toMatchObject(rejected)
  })
})

describe('behind a proxy', () => {
  it('counts the address from the trusted proxy, not one claimed by the client', async () => {
    backend = await startOnNewDatabase(createDatabase, { trustProxy: '127.0.0.1, ::1', signInLimits: { failures: 2 } })
    for (const claimed of ['10.0.0.7', '10.0.0.8']) await signIn(admin.user, 'wrong', `${claimed}, 10.0.0.1`)

    expect((await signIn(admin.user, admin.password, '10.0.0.9, 10.0.0.1')).status).toBe(429)
    expect(await signIn(admin.user, admin.password, '10.0.0.2')).toMatchObject(accepted)
    await backend.close()
  })
})
