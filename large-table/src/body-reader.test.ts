import { describe, expect, it, vi } from 'vitest'
import { BodyReader } from './body-reader'
import { decodeUtf8, encodeUtf8 } from './worker/utf8'

type Controller = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | ReadableByteStreamController

/** A byte stream, which supports BYOB readers, like response bodies in most browsers. */
function bytesOf(...pieces: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ type: 'bytes', start: (controller) => send(controller, pieces) })
}

/** A default stream, which does not support BYOB readers. */
function chunksOf(...pieces: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ start: (controller) => send(controller, pieces) })
}

function send(controller: Controller, pieces: string[]) {
  for (const piece of pieces) controller.enqueue(encodeUtf8(piece).slice())
  controller.close()
}

async function readAll(reader: BodyReader, createBuffer?: () => ArrayBuffer): Promise<string[]> {
  const texts: string[] = []
  for (let bytes = await reader.next(createBuffer?.()); bytes; bytes = await reader.next(createBuffer?.())) {
    texts.push(decodeUtf8(bytes))
  }
  return texts
}

const threeBytes = () => new ArrayBuffer(3)

describe('BodyReader', () => {
  it.each([
    ['bytes', bytesOf],
    ['chunks', chunksOf],
  ])('returns the received data of a stream of %s', async (_kind, bodyOf) => {
    expect(await readAll(new BodyReader(bodyOf('ab', 'cdef')))).toEqual(['ab', 'cdef'])
  })

  it('reads into the given buffer, up to its size', async () => {
    const reader = new BodyReader(bytesOf('ab', 'cdefg'))
    expect(decodeUtf8((await reader.next()) ?? new Uint8Array())).toBe('ab')
    const buffer = threeBytes()
    const bytes = await reader.next(buffer)
    expect(decodeUtf8(bytes ?? new Uint8Array())).toBe('cde')
    expect(bytes?.buffer.byteLength).toBe(3)
    expect(buffer.byteLength).toBe(0)
    expect(await readAll(reader, threeBytes)).toEqual(['fg'])
  })

  it('returns another buffer when the stream does not support BYOB readers', async () => {
    const reader = new BodyReader(chunksOf('ab', 'cdefg'))
    await reader.next()
    const buffer = threeBytes()
    expect(decodeUtf8((await reader.next(buffer)) ?? new Uint8Array())).toBe('cdefg')
    expect(buffer.byteLength).toBe(3)
    expect(await readAll(reader, threeBytes)).toEqual([])
  })

  it('passes each read to the wait function', async () => {
    let waits = 0
    const reader = new BodyReader(bytesOf('ab', 'cdef'), (read) => {
      waits++
      return read
    })
    await readAll(reader, threeBytes)
    expect(waits).toBe(3)
  })

  it.each([undefined, threeBytes()])('cancels the stream when reading is cancelled (%#)', async (buffer) => {
    const cancel = vi.fn()
    const reader = new BodyReader(new ReadableStream({ type: 'bytes', cancel }))
    const bytes = reader.next(buffer)
    reader.cancel()
    expect(await bytes).toBeUndefined()
    expect(cancel).toHaveBeenCalledOnce()
  })
})
