import { expect, it, vi } from 'vitest'
import { BodyReader } from './body-reader'
import { decodeUtf8, encodeUtf8 } from './worker/utf8'

it('returns the received data, and passes each read to the wait function', async () => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const piece of ['ab', 'cdef']) controller.enqueue(encodeUtf8(piece))
      controller.close()
    },
  })
  let waits = 0
  const reader = new BodyReader(body, (read) => {
    waits++
    return read
  })
  const texts: string[] = []
  for (let bytes = await reader.next(); bytes; bytes = await reader.next()) texts.push(decodeUtf8(bytes))
  expect(texts).toEqual(['ab', 'cdef'])
  expect(waits).toBe(3)
})

it('cancels the stream when reading is cancelled', async () => {
  const cancel = vi.fn()
  const reader = new BodyReader(new ReadableStream({ cancel }))
  const bytes = reader.next()
  reader.cancel()
  expect(await bytes).toBeUndefined()
  expect(cancel).toHaveBeenCalledOnce()
})
