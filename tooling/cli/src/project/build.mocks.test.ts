import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildId } from '@canje/build/build-inputs'
import { revisionOf } from '@canje/build/revision'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildOutOfDate, isOutOfDate } from './build'
import type { Package } from './project'

// A spy on the real module: the temporary folder is in no git repository.
vi.mock(import('@canje/build/revision'), { spy: true })

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'canje-build-'))
  await mkdir(join(directory, 'src'))
  await writeFile(join(directory, 'src/Tab.tsx'), 'export default 1')
  await writeFile(join(directory, 'package.json'), '{}')
})
afterEach(() => void vi.mocked(revisionOf).mockRestore())

async function writeRelease(text: string) {
  await mkdir(join(directory, 'dist'), { recursive: true })
  await writeFile(join(directory, 'dist/release.json'), text)
}

it('is out of date before the first build', () => {
  expect(isOutOfDate({ directory })).toBe(true)
})

it('is up to date until the sources change', async () => {
  await writeRelease(JSON.stringify({ build: buildId(directory) }))
  expect(isOutOfDate({ directory })).toBe(false)
  await writeFile(join(directory, 'src/Tab.tsx'), 'export default 2')
  expect(isOutOfDate({ directory })).toBe(true)
})

it('is out of date once the sources of a build are committed', async () => {
  const build = buildId(directory)
  await writeRelease(JSON.stringify({ build, commit: null }))
  expect(isOutOfDate({ directory })).toBe(false)
  vi.mocked(revisionOf).mockReturnValue({ commit: 'of these sources', builtAt: '2026-11-21T08:00:00.000Z' })
  expect(isOutOfDate({ directory })).toBe(true)
  await writeRelease(JSON.stringify({ build, commit: 'of the same sources, earlier' }))
  expect(isOutOfDate({ directory })).toBe(false)
})

it.each(['{', '{}', '[]'])('is out of date when release.json contains %s', async (text) => {
  await writeRelease(text)
  expect(isOutOfDate({ directory })).toBe(true)
})

describe('a project whose build fails', () => {
  /** @param config content of its rspack.config.ts */
  async function project(name: string, config: string): Promise<Package> {
    const folder = join(directory, name)
    await mkdir(join(folder, 'dist'), { recursive: true })
    await writeFile(join(folder, 'dist/release.json'), '{"build":"of other sources"}')
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'rspack.config.ts'), config)
    return { name, version: '1.0.0', directory: folder, tab: {} }
  }
  const broken = () => project('mf-broken', "throw new Error('no such loader')")
  const looksBuilt = ({ directory }: Package) => existsSync(join(directory, 'dist/release.json'))

  it('reports the compiler’s output, and leaves no release.json', async () => {
    const failing = await broken()
    const building = buildOutOfDate([failing], new AbortController().signal)
    await expect(building).rejects.toThrow(/mf-broken does not build:[\s\S]*no such loader/)
    expect(looksBuilt(failing)).toBe(false)
  })

  it('skips the builds that have not started', async () => {
    const endless = await project('mf-endless', 'await new Promise(() => setInterval(() => {}, 1000))')
    const last = await project('mf-last', "throw new Error('begun')")
    const building = buildOutOfDate([endless, await broken(), last], new AbortController().signal)
    await expect(building).rejects.toThrow('mf-broken does not build')
    await expect.poll(() => looksBuilt(endless)).toBe(false)
    expect(looksBuilt(last)).toBe(true)
  })
})
