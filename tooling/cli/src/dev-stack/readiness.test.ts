import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { assertServing } from './readiness'

it('names a URL that responds with an error', async () => {
  const server = createServer((_request, response) => response.writeHead(500).end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(assertServing(url, [])).rejects.toThrow(`${url}/main responded with 500.`)
})
