import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { bucketOf } from './client'

it('tells the age of a file by the clock of the service', async () => {
  const written = '2026-01-01T00:00:00.000Z'
  const server = createServer((_request, response) => {
    response.setHeader('Date', new Date('2026-01-01T00:10:00Z').toUTCString())
    response.end(`<Contents><Key>office/a</Key><LastModified>${written}</LastModified></Contents>`)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await bucketOf('s3://canje/office').list('')).toEqual([{ path: 'a', ageMs: 600_000 }])
})
