import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unmetRequirements } from '@canje/registry'
import { beforeEach, expect, it } from 'vitest'
import { sharedRanges, sharedVersions } from './shared-dependencies'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-contract-'))
})

async function install(name: string, version: string) {
  const directory = join(folder, 'node_modules', name)
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'package.json'), JSON.stringify({ name, version }))
}

it.each([
  ['1.3.0', '^1.3.0'],
  ['1.3.7', '^1.3.0'],
  ['1.3.7+abc', '^1.3.0'],
  ['1.3.10-rc.1', '^1.3.0'],
  ['1.3.0-rc.1', '^1.3.0-rc.1'],
  ['0.3.2', '^0.3.0'],
])('requires the minor of the installed contract, which has that version: %s is %s', async (version, range) => {
  for (const name of ['react', 'react-dom', 'primereact']) await install(name, '9.9.9')
  await install('@canje/shared-auth', version)
  expect(sharedRanges(folder)).toMatchObject({ 'shared-auth': range, react: '^19.3.0' })
  expect(unmetRequirements({ 'shared-auth': range }, { 'shared-auth': version })).toEqual([])
  expect(sharedVersions(folder)).toEqual({
    'shared-auth': version,
    react: '9.9.9',
    'react-dom': '9.9.9',
    primereact: '9.9.9',
  })
})
