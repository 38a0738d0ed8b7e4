import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ScheduledProxy, startScheduledProxy } from './scheduled-proxy'

let service: Server
let proxy: ScheduledProxy
let asked: string[]

beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push(String(request.url))
    response.writeHead(201, { 'X-Asked': asked.length }).end(`response ${asked.length}`)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  proxy = await startScheduledProxy(`http://127.0.0.1:${port}/api/`, ['InsertCodes'])
})
beforeEach(() => {
  asked = []
  proxy.schedule([])
})
afterAll(async () => {
  await proxy.close()
  service.closeAllConnections()
  service.close()
})

const insert = (signal: AbortSignal | null = null) =>
  fetch(`${proxy.url}/InsertCodes`, { method: 'POST', body: '{}', headers: { 'Idempotency-Key': 'k' }, signal })

it('passes on what has no fault, and other calls whatever is scheduled', async () => {
  proxy.schedule([{}, { times: 0 }])
  const response = await insert()
  expect([response.status, response.headers.get('X-Asked'), await response.text()]).toEqual([201, '1', 'response 1'])
  expect((await fetch(`${proxy.url}/SelectCodes`)).status).toBe(201)
  await expect(insert()).rejects.toThrow('fetch failed')
  expect(proxy.met()).toBe(2)
  expect((await insert()).status).toBe(201)
  expect(proxy.met()).toBe(2)
  expect(asked).toEqual(['/api/InsertCodes', '/api/SelectCodes', '/api/InsertCodes'])
  expect(proxy.passed()).toEqual(Array(2).fill({ path: '/InsertCodes', key: 'k', endedAt: expect.any(Number) }))
})

it.each([
  [{ reply: 'reset' }, 1],
  [{ times: 2, reply: 'reset' }, 2],
] as const)('loses the response with %j', async (fault, times) => {
  proxy.schedule([fault])
  await expect(insert()).rejects.toThrow('fetch failed')
  expect(asked).toHaveLength(times)
})

it('breaks a response off in the middle', async () => {
  proxy.schedule([{ reply: 'half' }])
  const response = await insert()
  expect(response.status).toBe(201)
  await expect(response.text()).rejects.toThrow()
})

it.each([
  [{ times: 0, reply: 503 }, 503, 0],
  [{ reply: 502 }, 502, 1],
  [{ times: 2, atOnce: true }, 201, 2],
] as const)('with %j responds %i and asks the service %i times', async (fault, status, times) => {
  proxy.schedule([fault])
  expect((await insert()).status).toBe(status)
  expect(asked).toHaveLength(times)
})

it('gives the response to the second of two that are sent', async () => {
  proxy.schedule([{ times: 2 }])
  expect(await (await insert()).text()).toBe('response 2')
})

it('passes on what its caller has given up, once it is prepared, and says when that is over', async () => {
  const caller = new AbortController()
  const order: string[] = []
  const prepare = async () => {
    caller.abort()
    order.push(`prepared, asked ${asked.length}`)
  }
  proxy.schedule([{ before: 1, prepare, after: 1 }])
  await expect(insert(caller.signal)).rejects.toThrow('aborted')
  await proxy.idle()
  expect(order).toEqual(['prepared, asked 0'])
  expect(asked).toHaveLength(1)
})
