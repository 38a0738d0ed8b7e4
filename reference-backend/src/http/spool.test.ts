import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Spool } from './spool'

const pieces = Array.from({ length: 300 }, (_, index) => randomBytes(1 + ((index * 7_919) % 65_536)))
const whole = Buffer.concat(pieces)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-test-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

it('takes everything before any of it is read, in a file that no one finds, and gives it in order', async () => {
  const spool = Readable.from(pieces).pipe(new Spool())
  await once(spool, 'finish')

  expect(await readdir(folder)).toEqual([])
  expect(spool.readableLength).toBeLessThan(whole.length / 2)
  expect(whole.equals(await buffer(spool))).toBe(true)
})

it('gives in order what is written while it is read, now faster and now slower', async () => {
  const spool = new Spool()
  const read: Buffer[] = []
  let written = 0
  const writeTo = async (end: number) => {
    while (written < end) await new Promise((done) => spool.write(pieces[written++], done))
  }
  const readBytes = async (bytes: number) => {
    for (let left = bytes; left > 0; ) {
      const piece: Buffer | null = spool.read()
      if (piece) read.push(piece)
      left -= piece?.length ?? 0
      if (!piece) await once(spool, 'readable')
    }
  }
  for (const end of [1, 150, 151, 152, 300]) {
    await writeTo(end)
    await readBytes(Buffer.concat(pieces.slice(0, end)).length - Buffer.concat(read).length)
  }
  spool.end()

  expect(await buffer(spool)).toHaveLength(0)
  expect(whole.equals(Buffer.concat(read))).toBe(true)
})

it('fails where it can keep nothing', async () => {
  await rm(folder, { recursive: true })
  const spool = Readable.from(pieces).pipe(new Spool())

  await expect(once(spool, 'finish')).rejects.toThrow('ENOENT')
})

it('fails where all together would take too much of the disk, until another has gone', async () => {
  const options = { mostOnDisk: 1.5 * whole.length }
  const first = Readable.from(pieces).pipe(new Spool(options))
  await once(first, 'finish')

  const second = Readable.from(pieces).pipe(new Spool(options))
  await expect(once(second, 'finish')).rejects.toThrow(`more than ${options.mostOnDisk} bytes in ${folder}`)
  first.destroy()
  await once(first, 'close')

  const third = Readable.from(pieces).pipe(new Spool(options))
  await once(third, 'finish')
  expect(whole.equals(await buffer(third))).toBe(true)
})
