import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openStore } from '../open-store'
import type { ReleaseStore } from '../release-store'
import { createMemoryService } from '../testing/memory-service'
import { storeIn } from './bucket-store'
import type { Send } from './connection'
import { headersOf } from './headers'

/** Opens a store in a bucket that a server of this machine serves. */
async function storeServedBy(respond: RequestListener): Promise<ReleaseStore> {
  const server = createServer(respond).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  onTestFinished(() => void vi.unstubAllEnvs())
  return openStore('s3://canje/office')
}

it('tells when a file was written', async () => {
  const written = '2026-01-01T00:00:00.000Z'
  const store = await storeServedBy((_request, response) => {
    response.end(`<Contents><Key>office/mf-codes/a</Key><LastModified>${written}</LastModified></Contents>`)
  })
  expect(await store.list('mf-codes')).toEqual([{ path: 'mf-codes/a', modifiedMs: Date.parse(written) }])
})

it.each<[string, number, Record<string, string>, string, string]>([
  ['a way to sign in', 302, { Location: 'http://login.test/' }, '<html>', 'RELEASE_HEADERS'],
  ['a page to sign in', 200, { 'Content-Type': 'text/html; charset=utf-8' }, '<html>', 'RELEASE_HEADERS'],
  ['a missing bucket', 404, {}, '<Code>NoSuchBucket</Code>', 'Create the bucket'],
  ['the refusal of a key', 403, {}, '<Code>InvalidAccessKeyId</Code>', 'Check AWS_ACCESS_KEY_ID'],
])('takes %s neither for an absent file nor for a written one', async (_what, status, headers, body, remedy) => {
  const store = await storeServedBy((_request, response) => response.writeHead(status, headers).end(body))
  const error = { fault: 'unreachable', message: expect.stringContaining(remedy) }
  await expect(store.read('mf-codes/live.json')).rejects.toMatchObject(error)
  await expect(store.create('mf-codes/log/1/1.json', '1')).rejects.toMatchObject(error)
})

const storeOver = (send: Send) => storeIn('s3://canje', '', async () => send)

it('tries again while another conditional write is in progress', async () => {
  const service = createMemoryService()
  let conflicts = 1
  const store = storeOver((method, target, expected, init) =>
    method === 'PUT' && conflicts-- > 0 ? Promise.resolve(undefined) : service(method, target, expected, init),
  )
  expect(await store.create('mf-codes/log/1/1.json', '1')).toBe(true)
  expect((await store.read('mf-codes/log/1/1.json'))?.toString()).toBe('1')
})

it('creates a file of its key only where the key may read it', async () => {
  const service = createMemoryService()
  await service('PUT', '/mf-codes/live.json', [], { body: '1' })
  const store = storeOver((method, ...request) =>
    method === 'GET' ? Promise.resolve(undefined) : service(method, ...request),
  )
  await expect(store.create('mf-codes/live.json', '2')).rejects.toMatchObject({
    fault: 'unreachable',
    message: 's3://canje/mf-codes/live.json exists, and cannot be read: allow this key to read it.',
  })
})

it('refuses a service that ignores the condition of a write, before anything depends on it', async () => {
  const service = createMemoryService()
  const store = storeOver((method, target, expected, { body = '' } = {}) => service(method, target, expected, { body }))
  await expect(store.create('mf-codes/1.0.0/release.json', '1')).rejects.toMatchObject({
    fault: 'unreachable',
    message: expect.stringContaining('s3://canje ignores conditional writes'),
  })
})

it('lists page by page, with any characters', async () => {
  const pages: Record<string, string> = {
    '': '<Contents><Key>mf-codes/a%20b%2B.js</Key></Contents><NextContinuationToken>1&amp;2</NextContinuationToken>',
    '1&2': '<Contents><Key>mf-codes/c.js</Key></Contents>',
  }
  const store = storeOver(async (_method, target) => {
    const token = new URL(target, 'http://bucket').searchParams.get('continuation-token') ?? ''
    return { status: 200, headers: new Headers(), body: Buffer.from(pages[token] ?? '') }
  })
  expect((await store.list('mf-codes'))?.map(({ path }) => path)).toEqual(['mf-codes/a b+.js', 'mf-codes/c.js'])
})

it('lets servers keep everything but the copy of the newest state', () => {
  const immutable = 'public, max-age=31536000, immutable'
  expect(headersOf('mf-codes/live.json')['Cache-Control']).toBe('no-cache')
  for (const path of ['mf-codes/log/1/1.json', 'mf-codes/1.0.0/release.json', 'mf-codes/1.0.0/live.json'])
    expect(headersOf(path)).toEqual({ 'Content-Type': 'application/json', 'Cache-Control': immutable })
  expect(headersOf('mf-codes/1.0.0/a.js.br')).toMatchObject({
    'Content-Encoding': 'br',
    'Content-Type': 'text/javascript',
  })
})
