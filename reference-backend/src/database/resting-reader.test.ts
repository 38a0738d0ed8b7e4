import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RestingReader } from './resting-reader'

const full = 64 * 1024
const long = 1024 * 1024

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

/** A connection on which a long list is under way. */
async function readWithRests(before = long) {
  const stream = new PassThrough({ highWaterMark: 4 * long })
  const reader = new RestingReader(stream)
  const read: number[] = []
  stream.on('data', (bytes: Buffer) => {
    read.push(bytes.length)
    reader.receive(bytes.length)
  })
  const send = async (bytes: number) => {
    stream.write(Buffer.alloc(bytes))
    await setImmediate()
  }
  await send(before)
  read.length = 0
  return { stream, reader, read, send }
}

it('leaves what comes after a short read to the next one, which waits', async () => {
  const { read, send } = await readWithRests()
  await send(10)
  await send(20)
  expect(read).toEqual([10])

  vi.runOnlyPendingTimers()
  await setImmediate()
  expect(read).toEqual([10, 20])
})

it('takes all that was read meanwhile, and rests again after the first short read that was not', async () => {
  const { read, send } = await readWithRests()
  for (const bytes of [10, 20, 30]) await send(bytes)
  vi.runOnlyPendingTimers()
  await setImmediate()
  expect(read).toEqual([10, 20, 30])
  expect(vi.getTimerCount()).toBe(0)

  await send(40)
  await send(50)
  expect(read).toEqual([10, 20, 30, 40])
})

it('goes on at once after a full read: more is there', async () => {
  const { read, send } = await readWithRests()
  await send(full)
  await send(20)
  expect(read).toEqual([full, 20])
})

it('does not rest in a short list', async () => {
  const { read, send } = await readWithRests(long - 100)
  await send(10)
  await send(20)
  expect(read).toEqual([10, 20])
})

it('leaves nothing behind when a rest is ended early', async () => {
  const { stream, reader, read, send } = await readWithRests()
  await send(10)
  reader.goOn()
  expect(vi.getTimerCount()).toBe(0)
  expect(stream.isPaused()).toBe(false)
  await send(20)
  expect(read).toEqual([10, 20])
})

describe('of', () => {
  it.each([
    ['a plain connection', new Socket(), true],
    ['an encrypted one', new TLSSocket(new Socket()), false],
    ['one within this process', new PassThrough(), false],
  ])('%s', (_name, stream, rests) => {
    expect(RestingReader.of(stream) !== undefined).toBe(rests)
  })
})
