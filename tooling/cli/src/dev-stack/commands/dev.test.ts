import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { run } from './dev'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-dev-'))
})
afterEach(() => rm(folder, { recursive: true }))

const dev = (...args: string[]) => run([folder, ...args], new AbortController().signal)
const write = (manifest: object) =>
  writeFile(join(folder, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }))

it('says why a folder is not a remote', async () => {
  await expect(dev()).rejects.toThrow(`${folder} has no package.json.`)
  await write({ name: 'mf-premios' })
  await expect(dev()).rejects.toThrow(`${folder} is not a remote: its package.json has no canje.tab block.`)
  await write({ name: 'premios', canje: { tab: {} } })
  await expect(dev()).rejects.toThrow('the name "premios" does not begin with mf-.')
})

it('accepts a remote outside this repository', async () => {
  await write({ name: 'mf-premios', canje: { tab: {} } })
  await expect(dev('--shell', 'office')).rejects.toThrow('--shell must be the URL of a shell')
})
