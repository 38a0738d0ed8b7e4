import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type FaultProxy, startFaultProxy } from './fault-proxy'

let service: Server
let proxy: FaultProxy
let asked: number

beforeAll(async () => {
  service = createServer(async (request, response) => {
    asked += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url } = request
    response.writeHead(201, { 'X-Service': 'real' }).end(`${method} ${url} ${Buffer.concat(chunks)}`)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  proxy = await startFaultProxy({ target: `http://127.0.0.1:${port}/api/` })
  asked = 0
})
afterEach(() => {
  proxy.reset()
  asked = 0
})
afterAll(async () => {
  await proxy.close()
  service.closeAllConnections()
  service.close()
})

const call = (name: string, init?: RequestInit) => fetch(`${proxy.url}/${name}`, init)

it('passes a call on, answer and all, and remembers it', async () => {
  const response = await call('InsertCodes?x=1', { method: 'POST', body: '¿ñ?', headers: { 'X-Test': 'yes' } })
  expect(response.status).toBe(201)
  expect(response.headers.get('X-Service')).toBe('real')
  expect(await response.text()).toBe('POST /api/InsertCodes?x=1 ¿ñ?')
  expect(proxy.calls('InsertCodes')).toMatchObject([
    { method: 'POST', path: '/InsertCodes?x=1', body: '¿ñ?', headers: { 'x-test': 'yes' }, aborted: false },
  ])
})

it('fails the named call only, without asking the service, until it recovers', async () => {
  proxy.fail('SelectCodes', 503)
  expect((await call('SelectCodes')).status).toBe(503)
  expect(asked).toBe(0)
  expect((await call('SelectUsers')).status).toBe(201)
  proxy.recover('SelectCodes')
  expect((await call('SelectCodes')).status).toBe(201)
})

it('answers what it is told, readable by the page that called', async () => {
  proxy.answer('SelectCodes', '<html>', { contentType: 'text/html' })
  const html = await call('SelectCodes', { headers: { Origin: 'http://localhost:3000' } })
  expect(await html.text()).toBe('<html>')
  expect(html.headers.get('Content-Type')).toBe('text/html')
  expect(html.headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:3000')
  proxy.answer('SelectCodes', { data: [] })
  expect(await (await call('SelectCodes')).json()).toEqual({ data: [] })
})

it('drops the connection, but lets the preflight pass unremembered', async () => {
  proxy.drop('SelectCodes')
  await expect(call('SelectCodes')).rejects.toThrow('fetch failed')
  expect((await call('SelectCodes', { method: 'OPTIONS' })).status).toBe(201)
  expect(proxy.calls('SelectCodes')).toHaveLength(1)
})

it('holds an answer that the service has already given, until it is released', async () => {
  const release = proxy.hold('SelectCodes')
  const settled = vi.fn()
  const held = call('SelectCodes').finally(settled)
  await vi.waitFor(() => expect(asked).toBe(1))
  await call('SelectUsers')
  expect(settled).not.toHaveBeenCalled()
  release()
  expect((await held).status).toBe(201)
  expect((await call('SelectCodes')).status).toBe(201)
})

it('holds a made-up answer too, and lets it go on reset', async () => {
  proxy.fail('SelectCodes', 500)
  proxy.hold('SelectCodes')
  const held = call('SelectCodes')
  await vi.waitFor(() => expect(proxy.calls('SelectCodes')).toHaveLength(1))
  proxy.reset()
  expect((await held).status).toBe(500)
  expect(proxy.calls('SelectCodes')).toEqual([])
})

it('tells that the caller has gone', async () => {
  proxy.hold('SelectCodes')
  const request = new XMLHttpRequest()
  request.open('GET', `${proxy.url}/SelectCodes`)
  request.send()
  await vi.waitFor(() => expect(proxy.calls('SelectCodes')).toHaveLength(1))
  request.abort()
  await vi.waitFor(() => expect(proxy.calls('SelectCodes')[0]?.aborted).toBe(true))
})

it('drops the connection when the service is not there', async () => {
  const lonely = await startFaultProxy({ target: 'http://127.0.0.1:1' })
  await expect(fetch(`${lonely.url}/SelectCodes`)).rejects.toThrow('fetch failed')
  await lonely.close()
})
