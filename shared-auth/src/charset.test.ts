import { beforeEach, expect, it } from 'vitest'
import { apiClient } from './api-client'
import { inUtf8 } from './charset'
import { prefetchRead } from './prefetch-cache'
import { post } from './security-service'
import { startSession } from './session'
import { startTestService } from './tests/service'

const name = 'Ángela Muñoz'
const json = JSON.stringify({ data: [{ name }] })
const latin1 = Buffer.from(json, 'latin1')
const utf16 = Buffer.from(json, 'utf16le')

const service = startTestService()
beforeEach(() => startSession('t'))

it.each([
  ['application/json; charset=iso-8859-1', latin1],
  ['text/plain; Charset="windows-1252"; v=1', latin1],
  ['application/json; charset = latin1', latin1],
  ['application/json; charset=UTF-16', Buffer.concat([Buffer.of(0xff, 0xfe), utf16])],
  ['application/json; charset=UTF8', Buffer.from(`\ufeff${json}`)],
  ['application/json; charset=utf8mb4', Buffer.from(json)],
  ['application/json', Buffer.from(json)],
])('reads the texts of %j, prefetched ones and those of the security service too', async (type, body) => {
  service.reply = { headers: { 'Content-Type': type }, body }
  prefetchRead('GET', 'SelectUsers')
  for (const path of ['SelectUsers', 'SelectReport'])
    expect((await apiClient.get<unknown>(path)).data, path).toEqual([{ name }])
  expect(await post('CreateToken', {})).toEqual([{ name }])
})

it('keeps the status and the headers of a response', async () => {
  const headers = { 'Content-Type': 'text/plain; charset=Shift_JIS', 'X-Id': '7' }
  const decoded = inUtf8(new Response(Buffer.of(0x93, 0xfa, 0x96, 0x7b), { status: 201, headers }))
  expect([decoded.status, decoded.headers.get('X-Id'), await decoded.text()]).toEqual([201, '7', '日本'])
})

it.each([
  ['shift_jis', 0xff],
  ['windows-1253', 0xd2],
])('keeps a byte that is no text in %s recognizable: its response is no valid UTF-8', async (charset, byte) => {
  const body = Buffer.concat([Buffer.from('{"name":"Pe'), Buffer.of(byte), Buffer.from('a","city":"'), Buffer.of(byte)])
  const headers = { 'Content-Type': `application/json; charset=${charset}` }
  const bytes = await inUtf8(new Response(Buffer.concat([body, Buffer.from('"}')]), { headers })).arrayBuffer()
  expect(new TextDecoder().decode(bytes)).toBe('{"name":"Pe\ufffda","city":"\ufffd"}')
  expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow(TypeError)
})

it.each([
  ['in UTF-8', 'x', 'utf-8'],
  ['in an unknown charset', 'x', 'utf8mb4'],
  ['without a body', null, 'latin1'],
])('leaves a response %s as it is', (_what, body, charset) => {
  const response = new Response(body, { headers: { 'Content-Type': `text/plain; charset=${charset}` } })
  expect(inUtf8(response)).toBe(response)
})
