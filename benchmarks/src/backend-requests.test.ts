import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { download, throughput } from './backend-requests'

const server = createServer((_request, response) => response.writeHead(404).end('{}'))
let request: { url: string; authorization: string }

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  request = { url: `http://localhost:${(server.address() as AddressInfo).port}/`, authorization: '' }
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

it('measures the throughput of requests with the expected status', async () => {
  expect(await throughput(request, { requests: 4, concurrent: 2, expected: 404 })).toBeGreaterThan(0)
})

it('rejects when a response has an unexpected status', async () => {
  await expect(throughput(request, { requests: 4, concurrent: 2, expected: 200 })).rejects.toThrow('404, not 200')
  await expect(download(request)).rejects.toThrow('404, not 200')
})
