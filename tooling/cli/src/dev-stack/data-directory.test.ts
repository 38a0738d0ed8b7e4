import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicKeyOf } from '@canje/release-store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keyFileIn, operatorKeyOf, remoteKeysOf } from './data-directory'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'canje-data-'))
})
afterEach(() => rm(directory, { recursive: true }))

it('creates a release key that only its owner can read, and reuses it', async () => {
  const first = publicKeyOf(await operatorKeyOf(directory))
  expect((await stat(join(directory, 'release-key.pem'))).mode & 0o777).toBe(0o600)
  expect(publicKeyOf(await operatorKeyOf(directory))).toBe(first)
})

it('takes a release key from other users', async () => {
  await operatorKeyOf(directory)
  await chmod(join(directory, 'release-key.pem'), 0o644)
  await operatorKeyOf(directory)
  expect((await stat(join(directory, 'release-key.pem'))).mode & 0o777).toBe(0o600)
})

it('rejects a file that contains no key', async () => {
  await writeFile(join(directory, 'release-key.pem'), 'hello')
  await expect(operatorKeyOf(directory)).rejects.toThrow(
    /^DATA_DIR has no usable release key: .*release-key\.pem .*Ed25519 key/,
  )
})

it('has a key per remote, which it reuses, and signs others with the key of the operator', async () => {
  const [codes] = (await remoteKeysOf(directory, ['mf-codes'])).values()
  const keys = await remoteKeysOf(directory, ['mf-users', 'mf-codes'])
  expect([...keys.keys()]).toEqual(['mf-users', 'mf-codes'])
  expect(keys.get('mf-codes')).toEqual(codes)
  expect((await stat(join(directory, 'keys/mf-codes.pem'))).mode & 0o777).toBe(0o600)
  expect(keyFileIn(directory, 'mf-codes')).toBe(join(directory, 'keys/mf-codes.pem'))
  for (const other of [undefined, 'mf-premios', '../keys/mf-codes'])
    expect(keyFileIn(directory, other)).toBe(join(directory, 'release-key.pem'))
})
