import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildId } from '../../build-inputs'
import { buildOutOfDate, isOutOfDate } from './build'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'canje-build-'))
  await mkdir(join(directory, 'src'))
  await writeFile(join(directory, 'src/Tab.tsx'), 'export default 1')
})
afterEach(() => rm(directory, { recursive: true }))

async function writeRelease(text: string) {
  await mkdir(join(directory, 'dist'), { recursive: true })
  await writeFile(join(directory, 'dist/release.json'), text)
}

it('is out of date before the first build', () => {
  expect(isOutOfDate({ directory })).toBe(true)
})

it('is up to date while the sources are those of the build', async () => {
  await writeRelease(JSON.stringify({ build: buildId(directory) }))
  expect(isOutOfDate({ directory })).toBe(false)
  await writeFile(join(directory, 'src/Tab.tsx'), 'export default 2')
  expect(isOutOfDate({ directory })).toBe(true)
})

it.each(['{', '{}', '[]'])('is out of date when release.json reads %s', async (text) => {
  await writeRelease(text)
  expect(isOutOfDate({ directory })).toBe(true)
})

it('shows what the compiler said, and leaves nothing that passes for a build', async () => {
  await writeRelease('{"build":"of other sources"}')
  await writeFile(join(directory, 'rspack.config.ts'), "throw new Error('no such loader')")
  const project = { name: 'mf-broken', version: '1.0.0', directory, tab: {}, hasTests: false }
  const building = buildOutOfDate([project], new AbortController().signal)
  await expect(building).rejects.toThrow(/mf-broken does not build:[\s\S]*no such loader/)
  expect(existsSync(join(directory, 'dist/release.json'))).toBe(false)
})
