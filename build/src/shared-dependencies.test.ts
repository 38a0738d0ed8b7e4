import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { requireContractInRange, sharedDependencies } from './shared-dependencies'

const range = sharedDependencies['shared-auth']?.requiredVersion ?? ''
const [major = 0, minor = 0] = range.replace('^', '').split('.').map(Number)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-contract-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function install(version: string) {
  const directory = join(folder, 'node_modules/@canje/shared-auth')
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'package.json'), JSON.stringify({ name: '@canje/shared-auth', version }))
}

it.each([`${major}.${minor}.0`, `${major}.${minor}.9`])(
  'accepts the contract %s, at the start of its range',
  async (version) => {
    await install(version)
    expect(() => requireContractInRange(folder)).not.toThrow()
  },
)

it.each([`${major}.${minor + 1}.0`, `${major + 1}.0.0`])(
  'refuses the contract %s, which live shells may lack',
  async (version) => {
    await install(version)
    expect(() => requireContractInRange(folder)).toThrow(
      `@canje/shared-auth ${version} is newer than the range ${range} of @canje/build: update both.`,
    )
  },
)
