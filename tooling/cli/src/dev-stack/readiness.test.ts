import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { portOf } from '../../tests/port-of'
import { assertServing } from './readiness'

it('names a URL that responds with an error', async () => {
  const server = createServer((_request, response) => response.writeHead(500).end('{}'))
  const url = `http://127.0.0.1:${await portOf(server)}`
  await expect(assertServing(url, [])).rejects.toThrow(`${url}/main responded with 500.`)
})
