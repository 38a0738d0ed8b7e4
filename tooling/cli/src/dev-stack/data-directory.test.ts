import { chmod, mkdtemp, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicKeyOf } from '@canje/release-store'
import { beforeEach, expect, it } from 'vitest'
import { prepareDataDirectory, releaseKeyOf } from './data-directory'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'canje-data-'))
})

it('creates a release key that only its owner can read, and reuses it', async () => {
  const first = publicKeyOf(await releaseKeyOf(directory))
  expect((await stat(join(directory, 'release-key.pem'))).mode & 0o777).toBe(0o600)
  expect(publicKeyOf(await releaseKeyOf(directory))).toBe(first)
})

it('takes a release key from other users', async () => {
  await releaseKeyOf(directory)
  await chmod(join(directory, 'release-key.pem'), 0o644)
  await releaseKeyOf(directory)
  expect((await stat(join(directory, 'release-key.pem'))).mode & 0o777).toBe(0o600)
})

it('rejects a file that contains no key', async () => {
  await writeFile(join(directory, 'release-key.pem'), 'hello')
  await expect(releaseKeyOf(directory)).rejects.toThrow(
    /^DATA_DIR has no usable release key: .*release-key\.pem .*Ed25519 key/,
  )
})

it('is refused where it cannot be created, in one line', async () => {
  await writeFile(join(directory, 'file'), '')
  await expect(prepareDataDirectory(join(directory, 'file/data'))).rejects.toThrow(
    /^DATA_DIR is not writable: [^\n]*file/,
  )
})
