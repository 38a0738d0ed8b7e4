import { existsSync, renameSync, symlinkSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyPlainFiles } from './plain-files'
import { temporaryFolder } from './testing/store'

let folder: string
let source: string
let target: string

beforeEach(async () => {
  folder = await temporaryFolder()
  source = join(folder, 'source')
  target = join(folder, 'target')
  for (const name of ['source', 'private']) {
    await mkdir(join(folder, name, 'icons'), { recursive: true })
    await writeFile(join(folder, name, 'icons/a.svg'), name)
    await writeFile(join(folder, name, 'tab.css'), name)
  }
})
afterEach(() => rm(folder, { recursive: true }))

it('copies files and folders except the unwanted ones', async () => {
  await copyPlainFiles(source, target, (name) => name !== 'tab.css')
  expect((await readdir(target, { recursive: true })).sort()).toEqual(['icons', 'icons/a.svg'])
  expect(await readFile(join(target, 'icons/a.svg'), 'utf8')).toBe('source')
})

it.each(['tab.css', 'icons'])('follows no link that replaces %s during the copy', async (swapped) => {
  const copying = copyPlainFiles(source, target, (name) => {
    if (name === swapped) swap(name)
    return true
  })
  await expect(copying).rejects.toThrow(/(tab\.css|a\.svg) was changed while it was copied/)
  for (const copy of ['tab.css', 'icons/a.svg']) {
    if (existsSync(join(target, copy))) expect(await readFile(join(target, copy), 'utf8')).toBe('source')
  }
})

function swap(name: string) {
  renameSync(join(source, name), join(folder, 'replaced'))
  symlinkSync(join(folder, 'private', name), join(source, name))
}
