import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from './fault-proxy'
import type { ScheduledFault } from './faults'

let service: Server
let proxy: FaultProxy
let served: string[]

beforeAll(async () => {
  service = createServer((request, response) => {
    served.push(String(request.url))
    response.writeHead(201, { 'X-Count': served.length }).end(`response ${served.length}`)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  proxy = await startFaultProxy({ target: `http://127.0.0.1:${port}/api/` })
})
beforeEach(() => {
  served = []
  schedule([])
})
afterAll(async () => {
  await proxy.close()
  service.closeAllConnections()
  service.close()
})

const schedule = (faults: readonly ScheduledFault[]) => proxy.schedule(['InsertCodes'], faults)
const insert = (signal: AbortSignal | null = null) =>
  fetch(`${proxy.url}/InsertCodes`, { method: 'POST', body: '{}', headers: { 'Idempotency-Key': 'k' }, signal })

it('forwards requests without a fault, and requests to other endpoints', async () => {
  schedule([{}, { times: 0 }])
  const response = await insert()
  expect([response.status, response.headers.get('X-Count'), await response.text()]).toEqual([201, '1', 'response 1'])
  expect((await fetch(`${proxy.url}/SelectCodes`)).status).toBe(201)
  await expect(insert()).rejects.toThrow('fetch failed')
  expect(proxy.applied()).toBe(2)
  expect((await insert()).status).toBe(201)
  expect(proxy.applied()).toBe(2)
  expect(served).toEqual(['/api/InsertCodes', '/api/SelectCodes', '/api/InsertCodes'])
  const requests = proxy.requests('InsertCodes')
  expect(requests.map(({ servedUntil }) => servedUntil > 0 && servedUntil < performance.now())).toEqual([
    true,
    false,
    true,
  ])
})

it.each([
  [{ reply: 'reset' }, 1],
  [{ times: 2, reply: 'reset' }, 2],
] as const)('loses the response with %j', async (fault, times) => {
  schedule([fault])
  await expect(insert()).rejects.toThrow('fetch failed')
  expect(served).toHaveLength(times)
})

it('truncates a response', async () => {
  schedule([{ reply: 'half' }])
  const response = await insert()
  expect(response.status).toBe(201)
  await expect(response.text()).rejects.toThrow()
})

it('replaces the body of a response after the service has served the request', async () => {
  schedule([{ reply: { body: '<html>' } }])
  const response = await insert()
  expect([response.status, await response.text(), served.length]).toEqual([200, '<html>', 1])
})

it.each([
  [{ times: 0, reply: { status: 503, body: '{}' } }, 503, 0],
  [{ reply: { status: 502, body: '{}' } }, 502, 1],
  [{ times: 2, atOnce: true }, 201, 2],
] as const)('with %j responds %i after %i requests to the service', async (fault, status, times) => {
  schedule([fault])
  expect((await insert()).status).toBe(status)
  expect(served).toHaveLength(times)
})

it('returns the second response when a request is forwarded twice', async () => {
  schedule([{ times: 2 }])
  expect(await (await insert()).text()).toBe('response 2')
})

it('forwards an aborted request after its preparation, and then becomes idle', async () => {
  const client = new AbortController()
  const order: string[] = []
  const prepare = async () => {
    client.abort()
    order.push(`prepared, served ${served.length}`)
  }
  schedule([{ before: 1, prepare, after: 1 }])
  await expect(insert(client.signal)).rejects.toThrow('aborted')
  await proxy.idle()
  expect(order).toEqual(['prepared, served 0'])
  expect(served).toHaveLength(1)
})

it('ends with a reset: later requests are recorded, and get their faults', async () => {
  proxy.reset()
  proxy.respond('InsertCodes', { data: 1 })
  const response = await fetch(`${proxy.url}/InsertCodes`, { method: 'POST' })
  expect(await response.json()).toEqual({ data: 1 })
  expect(proxy.requests('InsertCodes')).toHaveLength(1)
  proxy.reset()
})
