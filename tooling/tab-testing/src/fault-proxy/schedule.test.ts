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

it('applies one fault to each next request to the endpoints', async () => {
  schedule([{}, { times: 0 }])
  expect(await (await insert()).text()).toBe('response 1')
  expect((await fetch(`${proxy.url}/SelectCodes`)).status).toBe(201)
  await expect(insert()).rejects.toThrow('fetch failed')
  expect((await insert()).status).toBe(201)
  expect(served).toEqual(['/api/InsertCodes', '/api/SelectCodes', '/api/InsertCodes'])
  const requests = proxy.requests('InsertCodes')
  const isServed = requests.map(({ servedUntil }) => servedUntil > 0 && servedUntil < performance.now())
  expect(isServed).toEqual([true, false, true])
})

it.each<[fault: ScheduledFault, response: object | 'none', times: number]>([
  [{ reply: 'reset' }, 'none', 1],
  [{ times: 2, reply: 'reset' }, 'none', 2],
  [{ reply: 'half' }, { status: 201, body: 'cut' }, 1],
  [{ reply: { body: '<html>' } }, { status: 200, body: '<html>' }, 1],
  [{ reply: { status: 502, body: '{}' } }, { status: 502, body: '{}' }, 1],
  [{ times: 0, reply: { status: 503, body: '{}' } }, { status: 503, body: '{}' }, 0],
  [{ times: 2 }, { status: 201, body: 'response 2' }, 2],
  [{ times: 2, atOnce: true }, { status: 201, body: expect.stringMatching(/^response [12]$/) }, 2],
])('by %j, the client gets %j after %i requests to the service', async (fault, response, times) => {
  schedule([fault])
  const got = await insert().then(
    async (one) => ({ status: one.status, body: await one.text().catch(() => 'cut') }),
    () => 'none',
  )
  expect(got).toEqual(response)
  expect(served).toHaveLength(times)
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

it('ends with a reset', async () => {
  schedule([{ times: 0 }])
  proxy.reset()
  expect((await insert()).status).toBe(201)
})
