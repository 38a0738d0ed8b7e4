import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
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

const megabytes = (count: number) => JSON.stringify({ text: 'a'.repeat(count * 1024 * 1024) })
const post = (path: string, body: string, type = 'application/json') =>
  fetch(`${url}/${path}`, { method: 'POST', body, headers: { 'Content-Type': type } })

const ordinary = ['nothing', 'READ', 'read/', '../etc/passwd', '%zz', 'echo/%00']
const likePatterns = [':x(', ':x(a', 'read:x(', ':', '::', '*', 'read/*', '(', '%', '[', '%3Ax(', '__proto__']
it.each([...ordinary, ...likePatterns])('responds with 404 or 400 to /%s', async (path) => {
  const response = await fetch(`${url}/${path}`)
  expect([404, 400]).toContain(response.status)
  expect(await response.json()).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
})

it.each(['a', ':x(', '%20'])('responds with 404 to a path of thousands of %s', async (part) => {
  expect(await errorOf(await fetch(`${url}/${part.repeat(4000)}`))).toEqual([404, errorWithCode('not_found')])
})

it.each([
  ['POST', 'read'],
  ['HEAD', 'read'],
  ['GET', 'echo'],
])('responds with 404 to %s /%s, which takes another method', async (method, path) => {
  expect((await fetch(`${url}/${path}`, { method })).status).toBe(404)
})

it.each(['{', '', '{"a":1}}', '{"__proto__":{"a":1}}', '\0'])('responds with 400 to the body %j', async (body) => {
  expect(await errorOf(await post('echo', body))).toEqual([400, errorWithCode('malformed_request')])
})

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'nonsense'])(
  'responds with 415 to a body of %s',
  async (type) => {
    expect(await errorOf(await post('echo', '{}', type))).toEqual([415, errorWithCode('unsupported_media_type')])
  },
)

it('accepts a body of 64 KiB and responds with 413 to a larger one', async () => {
  const full = JSON.stringify('a'.repeat(64 * 1024 - 2))
  expect((await post('echo', full)).status).toBe(200)
  expect(await errorOf(await post('echo', `${full} `))).toEqual([413, errorWithCode('body_too_large')])
})

it('delivers the 413 to a client that sends 10 MB, and serves the next request', async () => {
  expect(await errorOf(await post('echo', megabytes(10)))).toEqual([413, errorWithCode('body_too_large')])
  expect((await fetch(`${url}/read`)).status).toBe(200)
})

it('delivers the 413 to a client that sends all 10 MB before it reads', async () => {
  const body = megabytes(10)
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

it('responds with 413 to 10 MB without Content-Length', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sending = httpRequest(`${url}/echo`, { method: 'POST', headers: { 'Content-Type': 'application/json' } })
    sending.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sending.on('error', reject)
    sending.write(megabytes(5))
    sending.end(megabytes(5))
  })
  expect(status).toBe(413)
})

it('sends the headers of an HttpError', async () => {
  const response = await post('teapot', '{}')
  expect(response.headers.get('Retry-After')).toBe('5')
  expect(await errorOf(response)).toEqual([418, { code: 'teapot', message: 'Ask for tea.' }])
})

it('hides the cause of an internal error, and gives its request id', async () => {
  const response = await fetch(`${url}/crash`)
  const [status, error] = await errorOf(response)
  expect(status).toBe(500)
  expect(JSON.stringify(error)).not.toContain('hunter')
  expect(JSON.stringify(error)).toContain(response.headers.get('X-Request-Id'))
})
