import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type FaultProxy, startFaultProxy } from './fault-proxy'
import { DRIPPED_BYTES } from './faults'

let service: Server
let proxy: FaultProxy
let served: number

beforeAll(async () => {
  service = createServer(async (request, response) => {
    served += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url, socket } = request
    if (url?.endsWith('Cut')) return response.write('half', () => setTimeout(() => socket.resetAndDestroy(), 20))
    response.writeHead(201, { 'X-Service': 'real' }).end(`${method} ${url} ${Buffer.concat(chunks)}`)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  proxy = await startFaultProxy({ target: `http://127.0.0.1:${port}/api/` })
  served = 0
})
afterEach(() => {
  proxy.reset()
  served = 0
})
afterAll(async () => {
  await proxy.close()
  service.closeAllConnections()
  service.close()
})

const request = (name: string, init?: RequestInit) => fetch(`${proxy.url}/${name}`, init)

it('forwards and records a request, and returns the response', async () => {
  const response = await request('InsertCodes?x=1', { method: 'POST', body: '¿ñ?', headers: { 'X-Test': 'yes' } })
  expect(response.status).toBe(201)
  expect(response.headers.get('X-Service')).toBe('real')
  expect(await response.text()).toBe('POST /api/InsertCodes?x=1 ¿ñ?')
  expect(proxy.requests('InsertCodes')).toMatchObject([
    { method: 'POST', path: '/InsertCodes?x=1', body: '¿ñ?', headers: { 'x-test': 'yes' }, aborted: false },
  ])
})

it('keeps the connection of the client open, on which a browser may repeat a request', async () => {
  expect((await request('SelectUsers')).headers.get('Connection')).toBe('keep-alive')
})

it('fails the named endpoint only, without forwarding, until it recovers', async () => {
  proxy.fail('SelectCodes', 503)
  expect((await request('SelectCodes')).status).toBe(503)
  expect(served).toBe(0)
  expect((await request('SelectUsers')).status).toBe(201)
  proxy.recover('SelectCodes')
  expect((await request('SelectCodes')).status).toBe(201)
})

it('returns a stub response that the requesting page can read', async () => {
  proxy.respond('SelectCodes', '<html>', { contentType: 'text/html' })
  const html = await request('SelectCodes', { headers: { Origin: 'http://localhost:3000' } })
  expect(await html.text()).toBe('<html>')
  expect(html.headers.get('Content-Type')).toBe('text/html')
  expect(html.headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:3000')
  proxy.respond('SelectCodes', { data: [] })
  expect(await (await request('SelectCodes')).json()).toEqual({ data: [] })
})

it('drops the connection, but forwards the preflight without recording it', async () => {
  proxy.drop('SelectCodes')
  await expect(request('SelectCodes')).rejects.toThrow('fetch failed')
  expect((await request('SelectCodes', { method: 'OPTIONS' })).status).toBe(201)
  expect(proxy.requests('SelectCodes')).toHaveLength(1)
})

it('ends faults, holds and records on reset', async () => {
  proxy.fail('SelectCodes', 500)
  proxy.hold('SelectCodes')
  const held = request('SelectCodes')
  await vi.waitFor(() => expect(proxy.requests('SelectCodes')).toHaveLength(1))
  proxy.reset()
  expect((await held).status).toBe(500)
  expect(proxy.requests('SelectCodes')).toEqual([])
  expect((await request('SelectCodes')).status).toBe(201)
})

it.each(['SelectCodes', undefined])('holds the responses of %s until they are released', async (endpoint) => {
  const release = proxy.hold(endpoint)
  const settled = vi.fn()
  const held = request('SelectCodes').finally(settled)
  await vi.waitFor(() => expect(served).toBe(1))
  if (endpoint) await request('SelectUsers')
  expect(settled).not.toHaveBeenCalled()
  expect(proxy.requests('SelectCodes')).toMatchObject([{ ended: false }])
  release()
  expect((await held).status).toBe(201)
  expect((await request('SelectCodes')).status).toBe(201)
})

it.each(['the service', 'a stub'])('sends the first bytes of %s one a second, and records the body', async (source) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  if (source === 'a stub') proxy.stub('SelectCodes', 'GET /api/SelectCodes and more')
  proxy.drip('SelectCodes')
  const reader = (await request('SelectCodes')).body?.getReader()
  let text = ''
  for (let seconds = 0; text.length < DRIPPED_BYTES; seconds++) {
    text += new TextDecoder().decode((await reader?.read())?.value)
    expect(text).toHaveLength(seconds + 1)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  while (!(await reader?.read())?.done);
  await vi.waitFor(() => expect(proxy.requests('SelectCodes')).toMatchObject([{ ended: true, aborted: false }]))
  const body = source === 'a stub' ? 'GET /api/SelectCodes and more' : 'GET /api/SelectCodes '
  expect(proxy.requests('SelectCodes')[0]?.response).toBe(body)
})

it('records that the client has aborted', async () => {
  proxy.hold('SelectCodes')
  const request = new XMLHttpRequest()
  request.open('GET', `${proxy.url}/SelectCodes`)
  request.send()
  await vi.waitFor(() => expect(proxy.requests('SelectCodes')).toHaveLength(1))
  request.abort()
  await vi.waitFor(() => expect(proxy.requests('SelectCodes')[0]?.aborted).toBe(true))
})

it('drops the connection when the service is unreachable, or resets its own', async () => {
  await expect(request('Cut').then((response) => response.text())).rejects.toThrow('fetch failed')
  const orphan = await startFaultProxy({ target: 'http://127.0.0.1:1' })
  await expect(fetch(`${orphan.url}/SelectCodes`)).rejects.toThrow('fetch failed')
  await orphan.close()
})
