import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorOf, errorWithCode, startTestService, type TestService } from '../testing/service'

let service: TestService
let url: string

beforeAll(async () => {
  service = await startTestService()
  url = service.url
})
afterAll(() => service.close())

const post = (path: string, body: string, type = 'application/json') =>
  fetch(`${url}/${path}`, { method: 'POST', body, headers: { 'Content-Type': type } })

it.each(['nothing', 'READ', 'read/', '%zz', ':x(', 'read/*', '%3Ax('])(
  'responds with 404 or 400 to /%s',
  async (path) => {
    const response = await fetch(`${url}/${path}`)
    expect([404, 400]).toContain(response.status)
    expect(await response.json()).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
  },
)

it.each([
  ['HEAD', 'read'],
  ['GET', 'echo'],
])('responds with 404 to %s /%s, which takes another method', async (method, path) => {
  expect((await fetch(`${url}/${path}`, { method })).status).toBe(404)
})

it.each(['{', '', '{"__proto__":{"a":1}}'])('responds with 400 to the body %j', async (body) => {
  expect(await errorOf(await post('echo', body))).toEqual([400, errorWithCode('malformed_request')])
})

it.each(['text/plain', 'application/x-www-form-urlencoded'])('responds with 415 to a body of %s', async (type) => {
  expect(await errorOf(await post('echo', '{}', type))).toEqual([415, errorWithCode('unsupported_media_type')])
})

it('accepts a body of 64 KiB and responds with 413 to a larger one', async () => {
  const full = JSON.stringify('a'.repeat(64 * 1024 - 2))
  expect((await post('echo', full)).status).toBe(200)
  expect(await errorOf(await post('echo', `${full} `))).toEqual([413, errorWithCode('body_too_large')])
})

it('delivers the 413 to a client that sends all 10 MB before it reads', async () => {
  const body = JSON.stringify('a'.repeat(10 * 1024 * 1024))
  const socket = connect(Number(new URL(url).port), 'localhost')
  const head = ['POST /echo HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  socket.write([...head, `Content-Length: ${body.length}`, '', ''].join('\r\n'))
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed the connection.')))
    socket.write(body, () => resolve())
  })
  const [response] = await once(socket, 'data')
  expect(String(response)).toMatch(/^HTTP\/1.1 413 /)
  socket.destroy()
})

it('hides the cause of an internal error, and gives its request id', async () => {
  const response = await fetch(`${url}/crash`)
  const [status, error] = await errorOf(response)
  expect(status).toBe(500)
  expect(JSON.stringify(error)).not.toContain('hunter')
  expect(JSON.stringify(error)).toContain(response.headers.get('X-Request-Id'))
})
