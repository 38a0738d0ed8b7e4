import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReleaseManifest } from '../release'
import { publishLocally, readRelease } from './publish'

let folder: string
let store: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-store-'))
  store = join(folder, 'store')
})
afterEach(() => rm(folder, { recursive: true }))

async function build(changes: Partial<ReleaseManifest> = {}): Promise<string> {
  const manifest: ReleaseManifest = {
    name: 'mf-codes',
    version: '1.0.0',
    build: 'aaaa',
    entry: 'remoteEntry.js',
    tab: { id: 'codigos', label: 'Codigos', order: 2, columns: 6 },
    requires: {},
    preload: [],
    commit: null,
    builtAt: '2026-11-20T12:00:00.000Z',
    ...changes,
  }
  const dist = await mkdtemp(join(folder, 'dist-'))
  await mkdir(join(dist, 'icons'))
  await writeFile(join(dist, 'release.json'), JSON.stringify(manifest))
  await writeFile(join(dist, 'remoteEntry.js'), `// ${manifest.build}`)
  await writeFile(join(dist, 'remoteEntry.js.map'), '{}')
  await writeFile(join(dist, 'icons/a.svg'), '<svg/>')
  return dist
}

const entryOf = (version: string) => readFile(join(store, 'mf-codes', version, 'remoteEntry.js'), 'utf8')

it('copies a build under its name and version, without source maps', async () => {
  const release = await publishLocally(store, await build())
  expect(release.release.entry).toBe('mf-codes/1.0.0/remoteEntry.js')
  expect((await readdir(join(store, 'mf-codes/1.0.0'), { recursive: true })).sort()).toEqual([
    'icons',
    'icons/a.svg',
    'release.json',
    'remoteEntry.js',
  ])
})

it('says the same of a build that it has already', async () => {
  const first = await publishLocally(store, await build())
  expect(await publishLocally(store, await build())).toEqual(first)
  expect(await readdir(join(store, 'mf-codes'))).toEqual(['1.0.0'])
})

it('never changes a version: another build becomes a local pre-release', async () => {
  await publishLocally(store, await build())
  const second = await publishLocally(store, await build({ build: 'bbbb' }))
  expect(second.release).toMatchObject({
    version: '1.0.0-local.bbbb',
    entry: 'mf-codes/1.0.0-local.bbbb/remoteEntry.js',
  })
  expect(await entryOf('1.0.0')).toBe('// aaaa')
  expect(await entryOf('1.0.0-local.bbbb')).toBe('// bbbb')
  expect(await readRelease(store, 'mf-codes', '1.0.0-local.bbbb')).toEqual(second)
})

it('lets one of several releases of the same version win, whole', async () => {
  const builds = await Promise.all(['aaaa', 'bbbb', 'cccc'].map((id) => build({ build: id })))
  const releases = await Promise.all(builds.map((dist) => publishLocally(store, dist)))
  expect(releases.filter(({ release }) => release.version === '1.0.0')).toHaveLength(1)
  for (const { release } of releases) {
    expect(await readFile(join(store, release.entry), 'utf8')).toBe(`// ${release.build}`)
  }
  expect((await readdir(join(store, 'mf-codes'))).filter((name) => name.startsWith('.'))).toEqual([])
})

it('refuses a folder that is not a whole build', async () => {
  await expect(publishLocally(store, folder)).rejects.toThrow('has no release.json')
  await expect(publishLocally(store, await build({ entry: 'gone.js' }))).rejects.toThrow('gone.js is missing')
  await expect(publishLocally(store, await build({ entry: '../release.json' }))).rejects.toThrow(
    'entry: must be one path',
  )
  const broken = await build()
  await writeFile(join(broken, 'release.json'), '{')
  await expect(publishLocally(store, broken)).rejects.toThrow('release.json is not JSON')
  expect(existsSync(join(store, 'mf-codes'))).toBe(false)
})
