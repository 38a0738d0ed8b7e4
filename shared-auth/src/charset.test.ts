import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiClient } from './api-client'
import { inUtf8 } from './charset'
import { prefetchRead } from './prefetch-cache'
import { post } from './security-service'
import { configureServices } from './services'
import { endSession, startSession } from './session'
import { startTestServer } from './testing/server'

const name = 'Ángela Muñoz'
const json = JSON.stringify({ data: [{ name }] })
const latin1 = Buffer.from(json, 'latin1')
const utf16 = Buffer.from(json, 'utf16le')

let server: Awaited<ReturnType<typeof startTestServer>>
let reply: { headers: { 'Content-Type': string }; body: Uint8Array }

beforeEach(async () => {
  server = await startTestServer(() => reply)
  configureServices({ securityUrl: server.url, apiUrl: `${server.url}/api` })
  startSession('t')
})
afterEach(async () => {
  vi.restoreAllMocks()
  endSession()
  await server.close()
})

const declared = (type: string, body: Uint8Array) => ({ headers: { 'Content-Type': type }, body })

it.each([
  ['application/json; charset=iso-8859-1', latin1],
  ['application/json;charset=ISO-8859-1', latin1],
  ['text/plain; Charset="windows-1252"; v=1', latin1],
  ['application/json; charset = latin1', latin1],
  ['application/json; charset=utf-16le', utf16],
  ['application/json; charset=UTF-16', Buffer.concat([Buffer.of(0xff, 0xfe), utf16])],
  ['application/json; charset=utf-8', Buffer.from(json)],
  ['application/json; charset=UTF8', Buffer.from(`\ufeff${json}`)],
  ['application/json; charset=utf8mb4', Buffer.from(json)],
  ['application/json', Buffer.from(json)],
  ['', Buffer.from(json)],
])('reads the texts of %j, prefetched ones and those of the security service too', async (type, body) => {
  reply = declared(type, body)
  prefetchRead('GET', 'SelectUsers')
  for (const path of ['SelectUsers', 'SelectReport'])
    expect((await apiClient.get<unknown>(path)).data, path).toEqual([{ name }])
  expect(await post('CreateToken', {})).toEqual([{ name }])
})

it('decodes characters that are split between chunks', async () => {
  const bytes = Buffer.of(0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea)
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const response = new Response(body, {
    status: 201,
    headers: { 'Content-Type': 'text/plain; charset=Shift_JIS', 'X-Id': '7' },
  })
  const decoded = inUtf8(response)
  expect([decoded.status, decoded.headers.get('X-Id'), await decoded.text()]).toEqual([201, '7', '日本語'])
})

it.each([
  ['shift_jis', 0xff],
  ['euc-kr', 0xff],
  ['windows-1253', 0xd2],
  ['iso-8859-3', 0xa5],
])('keeps a byte that is no text in %s recognizable: its response is no valid UTF-8', async (charset, byte) => {
  const body = Buffer.concat([Buffer.from('{"name":"Pe'), Buffer.of(byte), Buffer.from('a","city":"'), Buffer.of(byte)])
  const headers = { 'Content-Type': `application/json; charset=${charset}` }
  const bytes = await inUtf8(new Response(Buffer.concat([body, Buffer.from('"}')]), { headers })).arrayBuffer()
  expect(new TextDecoder().decode(bytes)).toBe('{"name":"Pe\ufffda","city":"\ufffd"}')
  expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow(TypeError)
})

it.each(['utf-8', 'utf8mb4', ''])('leaves the body of a response in %j as it is', (charset) => {
  const response = new Response('x', { headers: { 'Content-Type': `text/plain; charset=${charset}` } })
  expect(inUtf8(response)).toBe(response)
})

it('leaves a response without a body as it is', () => {
  const response = new Response(null, { status: 204, headers: { 'Content-Type': 'text/plain; charset=latin1' } })
  expect(inUtf8(response)).toBe(response)
})
