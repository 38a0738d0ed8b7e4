import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { addInfoRoutes } from './info/routes'
import { readOpenApi } from './openapi'
import { addSecurityRoutes } from './security/routes'
import { admin, startOnNewDatabase, type TestBackend, type TestRequest } from './testing/backend'
import { createDatabase } from './testing/engines'

const text = readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8')
const closed = readOpenApi(JSON.stringify(parse(text, closeObject)))

/** Forbids fields that the document does not name: clients would come to depend on them. */
function closeObject(_key: unknown, value: unknown): unknown {
  const isSchema = typeof value === 'object' && value !== null && 'type' in value && value.type === 'object'
  return isSchema ? { ...value, additionalProperties: false } : value
}

it('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator()
  expect(await validator.validate(text)).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

it('describes every route of the two services, and no other', async () => {
  const expected = { security: ['GET health'], info: ['GET health'] }
  for (const [name, addRoutes] of [
    ['security', addSecurityRoutes],
    ['info', addInfoRoutes],
  ] as const) {
    const app = Fastify({ exposeHeadRoutes: false })
    app.addHook('onRoute', ({ method, url }) => void expected[name].push(`${method} ${url.slice(1)}`))
    // They use nothing before a request.
    addRoutes(app, Object.create(null))
    await app.ready()
  }
  const documented = (service: 'security' | 'info') =>
    closed.operations
      .filter(({ services }) => services.includes(service))
      .map(({ method, path }) => `${method} ${path}`)
  expect(documented('security').sort()).toEqual(expected.security.sort())
  expect(documented('info').sort()).toEqual(expected.info.sort())
})

describe('the responses of the reference backend', () => {
  let backend: TestBackend
  const described = new Set<string>()

  beforeAll(async () => {
    backend = await startOnNewDatabase(createDatabase)
  })
  afterAll(() => backend.close())

  /** Sends a request, and expects a response that the document describes. @returns its body */
  async function expectDescribed(path: string, request?: TestRequest, status = 200): Promise<unknown> {
    const operation = closed.operations.find((one) => one.path === path.split('?')[0])
    const service = operation?.services.includes('info') ? backend.info : backend.security
    const response = await service(path, request)
    expect([path, response.status, operation?.method]).toEqual([path, status, request?.body ? 'POST' : 'GET'])
    expect([path, response.body, operation?.response(status).differences(response.body)]).toEqual([
      path,
      response.body,
      [],
    ])
    if (status === 200) described.add(path.split('?')[0] ?? '')
    return response.body
  }

  it('are as described', async () => {
    const signIn = { username_input: admin.user, password_input: admin.password }
    await expectDescribed('CreateToken', { body: signIn })
    await expectDescribed('CreateToken', { body: { ...signIn, password_input: 'wrong' } })
    await expectDescribed('CreateToken', { body: {} }, 400)
    const Authorization_input = `Bearer ${await backend.signIn()}`
    await expectDescribed('ValidateLogin', { body: { Authorization_input } })
    await expectDescribed('ValidateLogin', { body: { Authorization_input: 'nonsense' } })
    await expectDescribed('Logout', { body: { Authorization_input } })
    await expectDescribed('Logout', { body: { Authorization_input } })

    for (const { path, method } of closed.operations.filter(({ services }) => services.join() === 'info')) {
      const headers = { Authorization: 'Bearer nonsense' }
      await expectDescribed(path, { headers, ...(method === 'POST' && { body: {} }) }, 401)
    }
    for (const path of ['SelectUsers', 'SelectReport', 'SelectCodes', 'health']) await expectDescribed(path)
    for (const path of ['SelectScores', 'SelectReferrals']) await expectDescribed(path, { body: {} })
    await expectDescribed('SelectScoreReferrals', { body: { prmUserId: 1 } })
    await expectDescribed('SelectScoreReferrals', { body: { prmUserId: 999 } }, 404)

    const created = await expectDescribed('InsertCodes', { body: { prmnumber_codes: 2 } })
    const prmCodeId = (created as { data: { codes: { id: number }[] } }).data.codes[0]?.id
    await expectDescribed('DeleteCode', { body: { prmCodeId } })
    await expectDescribed('RestoreCodes', { body: { prmCodeIds: [prmCodeId] } })
    await expectDescribed('DeleteAllCodes')
    await expectDescribed('SelectStaffEvents?prmLimit=20')
    expect([...described].sort()).toEqual(closed.operations.map(({ path }) => path).sort())
  })

  it('have the features that the document names', () => {
    expect(closed.features).toEqual([...backend.features].sort())
  })
})
