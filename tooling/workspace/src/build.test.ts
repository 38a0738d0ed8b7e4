import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildId } from 'build'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildOutOfDate, isOutOfDate } from './build'
import type { Package } from './workspace'

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

describe('a project that does not build', () => {
  /** @param config what its rspack.config.ts does */
  async function project(name: string, config: string): Promise<Package> {
    const folder = join(directory, name)
    await mkdir(join(folder, 'dist'), { recursive: true })
    await writeFile(join(folder, 'dist/release.json'), '{"build":"of other sources"}')
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'rspack.config.ts'), config)
    return { name, version: '1.0.0', directory: folder, tab: {}, hasTests: false }
  }
  const broken = () => project('mf-broken', "throw new Error('no such loader')")
  const passes = ({ directory }: Package) => existsSync(join(directory, 'dist/release.json'))

  it('shows what the compiler said, and leaves nothing that passes for a build', async () => {
    const failing = await broken()
    const building = buildOutOfDate([failing], new AbortController().signal)
    await expect(building).rejects.toThrow(/mf-broken does not build:[\s\S]*no such loader/)
    expect(passes(failing)).toBe(false)
  })

  it('leaves alone those that had not begun', async () => {
    const endless = await project('mf-endless', 'await new Promise(() => setInterval(() => {}, 1000))')
    const last = await project('mf-last', "throw new Error('begun')")
    const building = buildOutOfDate([endless, await broken(), last], new AbortController().signal)
    await expect(building).rejects.toThrow('mf-broken does not build')
    await expect.poll(() => passes(endless)).toBe(false)
    expect(passes(last)).toBe(true)
  })
})
