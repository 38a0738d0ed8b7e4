import { expect, it } from 'vitest'
import { type RequestSource, serveRows } from './serve-rows'
import { encodeUtf8 } from './utf8'

it('frees the bytes of a response once they are read', async () => {
  const source: RequestSource = { onmessage: null }
  serveRows(source)
  const { port1, port2 } = new MessageChannel()
  const reply = new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
  })
  const bytes = encodeUtf8('{"data":[{"id":1},')
  source.onmessage?.(new MessageEvent('message', { data: { type: 'push', bytes }, ports: [port2] }))
  expect(await reply).toEqual({ value: 1 })
  expect(bytes).toHaveLength(0)
  port1.close()
})
