import { describe, expect, it, vi } from 'vitest'
import { BodyReader } from './body-reader'
import { textOf, utf8 } from './worker/utf8'

type Controller = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | ReadableByteStreamController

/** A body that the browser can read into given memory, as those of responses are in most browsers. */
function bytesOf(...pieces: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ type: 'bytes', start: (controller) => send(controller, pieces) })
}

/** One that it can not. */
function chunksOf(...pieces: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ start: (controller) => send(controller, pieces) })
}

function send(controller: Controller, pieces: string[]) {
  for (const piece of pieces) controller.enqueue(utf8(piece).slice())
  controller.close()
}

async function readAll(reader: BodyReader, makeRoom?: () => ArrayBuffer): Promise<string[]> {
  const texts: string[] = []
  for (let bytes = await reader.next(makeRoom?.()); bytes; bytes = await reader.next(makeRoom?.())) {
    texts.push(textOf(bytes))
  }
  return texts
}

const three = () => new ArrayBuffer(3)

describe('BodyReader', () => {
  it.each([
    ['bytes', bytesOf],
    ['chunks', chunksOf],
  ])('gives what has arrived of %s', async (_kind, bodyOf) => {
    expect(await readAll(new BodyReader(bodyOf('ab', 'cdef')))).toEqual(['ab', 'cdef'])
  })

  it('reads into memory that is given, as much as it holds', async () => {
    const reader = new BodyReader(bytesOf('ab', 'cdefg'))
    expect(textOf((await reader.next()) ?? new Uint8Array())).toBe('ab')
    const room = three()
    const bytes = await reader.next(room)
    expect(textOf(bytes ?? new Uint8Array())).toBe('cde')
    expect(bytes?.buffer.byteLength).toBe(3)
    expect(room.byteLength).toBe(0)
    expect(await readAll(reader, three)).toEqual(['fg'])
  })

  it('gives other memory where the browser cannot read into that', async () => {
    const reader = new BodyReader(chunksOf('ab', 'cdefg'))
    await reader.next()
    const room = three()
    expect(textOf((await reader.next(room)) ?? new Uint8Array())).toBe('cdefg')
    expect(room.byteLength).toBe(3)
    expect(await readAll(reader, three)).toEqual([])
  })

  it('waits for each read', async () => {
    let waits = 0
    const reader = new BodyReader(bytesOf('ab', 'cdef'), (read) => {
      waits++
      return read
    })
    await readAll(reader, three)
    expect(waits).toBe(3)
  })

  it.each([undefined, three()])('lets go of the body when it is called off (%#)', async (room) => {
    const cancel = vi.fn()
    const reader = new BodyReader(new ReadableStream({ type: 'bytes', cancel }))
    const bytes = reader.next(room)
    reader.cancel()
    expect(await bytes).toBeUndefined()
    expect(cancel).toHaveBeenCalledOnce()
  })
})
