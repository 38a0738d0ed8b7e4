import { afterAll, beforeAll, expect, it } from 'vitest'
import { admin, startTestBackend, type TestBackend } from '../testing/backend'
import { describeOnEachEngine, type TestDatabase } from '../testing/engines'

describeOnEachEngine('the security service', (createDatabase) => {
  let database: TestDatabase
  let backend: TestBackend
  const signIn = (username_input: string, password_input: string) =>
    backend.security('CreateToken', { body: { username_input, password_input } })

  beforeAll(async () => {
    database = await createDatabase()
    const signInLimits = { pairFailures: 2, addressFailures: 4 }
    backend = await startTestBackend(database.choice, { signInLimits })
  })
  afterAll(async () => {
    await backend.close()
    await database.remove()
  })

  it('refuses sign-ins with 429 and Retry-After once an account, then the address, has failed too often', async () => {
    await signIn(admin.user, 'wrong')
    await signIn(admin.user, 'wrong again')
    const refused = await signIn(admin.user, admin.password)

    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_attempts' } } })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)

    expect(await signIn('somebody', 'wrong')).toMatchObject({ status: 200, body: { data: null } })
    expect(await signIn('somebody', 'wrong')).toMatchObject({ status: 200, body: { data: null } })
    expect((await signIn('somebody else', 'wrong')).status).toBe(429)
  })
})
