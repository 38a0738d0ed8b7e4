import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pageOrigin } from '../testing/backend'
import { expectOwnHostsOnly, statusOf } from '../testing/own-hosts'
import { errorOf, errorWithCode, startTestService, type TestService } from '../testing/service'

const stranger = 'https://evil.example'
let service: TestService
let url: string

beforeAll(async () => {
  service = await startTestService()
  url = service.url
})
beforeEach(() => {
  service.log.length = 0
})
afterAll(() => service.close())

describe('headers', () => {
  it('forbid caching and MIME sniffing, on success and failure', async () => {
    for (const path of ['read', 'nothing']) {
      const { headers } = await fetch(`${url}/${path}`)
      expect(headers.get('Cache-Control')).toBe('no-store')
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    }
  })

  it('allow pages of a listed origin to read responses, failures included', async () => {
    for (const path of ['read', 'nothing', 'crash']) {
      const { headers } = await fetch(`${url}/${path}`, { headers: { Origin: pageOrigin } })
      expect(headers.get('Access-Control-Allow-Origin')).toBe(pageOrigin)
      expect(headers.get('Vary')).toContain('Origin')
    }
  })

  it.each([stranger, 'null', `${pageOrigin}1`])('do not allow pages of %s', async (Origin) => {
    const { headers } = await fetch(`${url}/read`, { headers: { Origin } })
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  it('list the allowed methods and headers in a preflight response', async () => {
    const preflight = (Origin: string) =>
      fetch(`${url}/echo`, { method: 'OPTIONS', headers: { Origin, 'Access-Control-Request-Method': 'POST' } })

    const { status, headers } = await preflight(pageOrigin)
    expect(status).toBe(204)
    expect(headers.get('Access-Control-Allow-Origin')).toBe(pageOrigin)
    expect(headers.get('Access-Control-Allow-Methods')).toBe('GET, POST')
    expect(headers.get('Access-Control-Allow-Headers')).toBe(
      'Authorization, Content-Type, Cache-Control, Idempotency-Key',
    )
    expect(Number(headers.get('Access-Control-Max-Age'))).toBeGreaterThan(0)
    expect((await preflight(stranger)).headers.get('Access-Control-Allow-Origin')).toBeNull()
  })
})

describe('the log', () => {
  it('has the stack of an error, without the statement and its parameters', async () => {
    await fetch(`${url}/crash`)

    await expect.poll(() => service.log).toHaveLength(1)
    expect(service.log[0]).toContain('testing/service.ts')
    expect(service.log.join()).not.toMatch(/hunter[34]/)
  })
})

it('serves its own hosts only, behind a trusted proxy too', async () => {
  const proxied = await startTestService(undefined, { allowedHosts: ['localhost', 'canje.example'], trustProxy: '1' })
  await expectOwnHostsOnly(Number(new URL(url).port), '/read', ['localhost.', '127.0.0.1', '[::1]'])
  await expectOwnHostsOnly(Number(new URL(proxied.url).port), '/read', ['canje.example'])
  const head = ['OPTIONS /read HTTP/1.1', 'Host: canje.example', `Origin: ${pageOrigin}`]
  expect(await statusOf(Number(new URL(proxied.url).port), [...head, 'Access-Control-Request-Method: GET'])).toBe(204)
  await proxied.close()
})

it('responds to /health with 503 while the database is unavailable', async () => {
  expect(await errorOf(await fetch(`${url}/health`))).toEqual([503, errorWithCode('database_unavailable')])
})
