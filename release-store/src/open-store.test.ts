import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { openStore } from './open-store'
import { temporaryFolder } from './testing/store'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})

it.each([
  ['store', 'store'],
  ['./a:b', 'a:b'],
])('opens the folder %s below another one, which need not exist', (location, path) => {
  const store = openStore(location, folder)
  expect(store.location).toBe(join(folder, path))
})

it.each(['', 'host:/releases', 'ana@host:/srv', 's3:canje', 'S3://x', 'file:///srv/releases'])(
  'rejects "%s"',
  (location) => {
    expect(() => openStore(location, folder)).toThrow(`must be a folder of this machine or s3://bucket/prefix: `)
  },
)

it('rejects a file, and opens a folder', async () => {
  await writeFile(join(folder, 'file'), '')
  await mkdir(join(folder, 'releases'))
  expect(() => openStore('file', folder)).toThrow(`${join(folder, 'file')} is not a directory`)
  expect(() => openStore('file/releases', folder)).toThrow(`${join(folder, 'file/releases')} is not a directory: pass`)
  expect(openStore('releases', folder).location).toBe(join(folder, 'releases'))
})
