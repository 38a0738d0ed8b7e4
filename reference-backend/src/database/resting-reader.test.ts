import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RestingReader } from './resting-reader'

const full = 64 * 1024

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

function readWithRests() {
  const stream = new PassThrough({ highWaterMark: 4 * full })
  const reader = new RestingReader(stream)
  const read: number[] = []
  stream.on('data', (bytes: Buffer) => {
    read.push(bytes.length)
    reader.rest(bytes.length)
  })
  const send = async (bytes: number) => {
    stream.write(Buffer.alloc(bytes))
    await setImmediate()
  }
  return { stream, reader, read, send }
}

it('leaves what comes after a short read to the next one, which waits', async () => {
  const { read, send } = readWithRests()
  await send(10)
  await send(20)
  expect(read).toEqual([10])

  vi.runOnlyPendingTimers()
  await setImmediate()
  expect(read).toEqual([10, 20])
})

it('goes on at once after a full read: more is there', async () => {
  const { read, send } = readWithRests()
  await send(full)
  await send(20)
  expect(read).toEqual([full, 20])
})

it('leaves nothing behind when a rest is ended early', async () => {
  const { stream, reader, read, send } = readWithRests()
  await send(10)
  reader.goOn()
  expect(vi.getTimerCount()).toBe(0)
  expect(stream.isPaused()).toBe(false)
  await send(20)
  expect(read).toEqual([10, 20])
})
