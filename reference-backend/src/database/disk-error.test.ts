import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { diskErrorOf, requireRoom, writeErrorOf } from './disk-error'

const directory = mkdtempSync(join(tmpdir(), 'disk-error-'))

const systemError = (code: string, more: object = {}) => Object.assign(new Error('refused'), { code, ...more })

it.each([
  ['ENOSPC', /is full: \d+ MB free, .+ needs 34 MB \(ENOSPC\); free space, nothing is lost$/],
  ['EDQUOT', /^the quota of the disk of \S+ is used up/],
  ['EROFS', /is read-only/],
  ['EIO', /does not write \(EIO\); check it$/],
])('describes %s with the folder of the disk', (code, words) => {
  const error = diskErrorOf(systemError(code), directory)

  expect(error?.message).toMatch(words)
  expect(error?.message).toContain(directory)
  expect(diskErrorOf(error, '/elsewhere')).toBe(error)
})

it('names the disk of the file that was written, which may be removed, rather than of the database', () => {
  const elsewhere = { path: '/data/pgdata/file', dest: join(directory, 'removed/copy') }

  expect(diskErrorOf(systemError('ENOSPC', elsewhere), '/data')?.message).toContain(`the disk of ${directory} is full`)
})

it('describes an error of a write whatever its code', () => {
  for (const code of ['EACCES', 'ENOMEM', 'ENXIO'])
    expect(writeErrorOf(systemError(code), directory).message).toBe(
      `the disk of ${directory} does not write (${code}); check it`,
    )
})

it('leaves other errors as they are', () => {
  for (const error of [systemError('EACCES'), systemError('toString'), new Error('other'), 'ENOSPC', undefined])
    expect(diskErrorOf(error, directory)).toBeUndefined()
})

it('writes nothing to a disk without the room', async () => {
  // A write would be refused with EISDIR.
  mkdirSync(join(directory, 'room'))

  await expect(requireRoom(directory)).rejects.toThrow('EISDIR')
  await expect(requireRoom(directory, 1e12)).rejects.toThrow(/is full: \d+ MB free/)
})
