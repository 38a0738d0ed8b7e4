import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { download, throughput } from './backend-calls'

const server = createServer((_request, response) => response.writeHead(404).end('{}'))
let call: { url: string; authorization: string }

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  call = { url: `http://localhost:${(server.address() as AddressInfo).port}/`, authorization: '' }
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

it('counts calls that are answered as expected', async () => {
  expect(await throughput(call, { calls: 4, concurrent: 2, expected: 404 })).toBeGreaterThan(0)
})

it('measures nothing of answers that it did not expect', async () => {
  await expect(throughput(call, { calls: 4, concurrent: 2, expected: 200 })).rejects.toThrow('404, not 200')
  await expect(download(call)).rejects.toThrow('404, not 200')
})
