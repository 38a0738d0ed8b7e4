import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ReleaseManifest } from '@canje/registry'
import { MAX_FILES } from '@canje/registry'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { compress } from './compress'
import { openStore } from './open-store'
import { publish, publishLocally } from './publish'
import type { ReleaseStore } from './release-store'
import { createKey } from './signing-key'
import { readRelease } from './stored-release'
import { entryOf, temporaryFolder, writeBuild } from './testing/store'

// A spy on the real module, to let a publication fail.
vi.mock(import('./compress'), { spy: true })

let folder: string
let store: ReleaseStore

beforeEach(async () => {
  folder = await temporaryFolder()
  store = openStore(join(folder, 'store'))
})
afterEach(() => rm(folder, { recursive: true }))

const build = (changes?: Partial<ReleaseManifest>) => writeBuild(folder, changes)
const read = (path: string) => readFile(join(store.location, 'mf-codes', path))

it('copies a build to its name and version, compressed, with its source maps', async () => {
  const { name, release } = await publish(store, await build())
  expect([name, release.entry]).toEqual(['mf-codes', 'mf-codes/1.0.0/remoteEntry.js'])
  expect((await readdir(join(store.location, 'mf-codes/1.0.0'), { recursive: true })).sort()).toEqual([
    'icons',
    'icons/a.svg',
    'release.json',
    'remoteEntry.js',
    'remoteEntry.js.br',
    'remoteEntry.js.gz',
    'remoteEntry.js.map',
    'tab.css',
  ])
  expect(brotliDecompressSync(await read('1.0.0/remoteEntry.js.br')).toString()).toBe(entryOf('abc123'))
  expect(gunzipSync(await read('1.0.0/remoteEntry.js.gz')).toString()).toBe(entryOf('abc123'))
})

it('keeps in release.json what only checks read, and out of what the registry lists', async () => {
  const uses = { react: ['useState'] }
  const sharedUi = { key: 'a', files: [] }
  const { release } = await publish(store, await build({ uses, sharedUi }))
  expect(release).not.toHaveProperty('uses')
  const stored = JSON.parse((await read('1.0.0/release.json')).toString())
  expect(stored.uses).toEqual(uses)
  // What was proposed to operators, and what only the checks before the publication need.
  for (const field of ['proposedTab', 'sharedUi']) expect(stored).not.toHaveProperty(field)
  expect((await readRelease(store, 'mf-codes', '1.0.0'))?.release).toEqual(release)
})

it('refuses a build without the files of an extension, or with an invalid one', async () => {
  const extension = { slot: 'detalle:usuario', module: './detalle:usuario', preload: ['slot.js'] }
  const withExtensions = async (...extensions: (typeof extension)[]) => publish(store, await build({ extensions }))
  await expect(withExtensions(extension)).rejects.toThrow(/slot\.js is missing: build the remote again/)
  const kept = { ...extension, preload: ['tab.css'] }
  await expect(withExtensions(kept, kept)).rejects.toThrow('extensions: repeats a slot')
  expect((await withExtensions(kept)).release.extensions).toEqual([kept])
})

it('hashes every built file, in subfolders too', async () => {
  const dist = await build()
  await mkdir(join(dist, 'css'))
  await writeFile(join(dist, 'css/more.css'), 'b {}')
  const { release } = await publish(store, dist)
  expect(Object.keys(release.integrity)).toEqual(['css/more.css', 'icons/a.svg', 'remoteEntry.js', 'tab.css'])
  expect(release.integrity['tab.css']).toBe(`sha384-${createHash('sha384').update('a {}').digest('base64')}`)
  expect(await readRelease(store, 'mf-codes', '1.0.0')).toEqual({ name: 'mf-codes', release })
})

it('returns the existing release of a build that was already published', async () => {
  const first = await publish(store, await build())
  expect(await publish(store, await build({ builtAt: '2026-11-21T12:00:00.000Z' }))).toEqual(first)
  expect(await readdir(join(store.location, 'mf-codes'))).toEqual(['1.0.0'])
})

it('rejects another build of a published version', async () => {
  await publish(store, await build())
  await expect(publish(store, await build({ build: 'bbbb' }))).rejects.toThrow(
    'mf-codes 1.0.0 is already published with another build: set a new version in package.json.',
  )
  expect((await read('1.0.0/remoteEntry.js')).toString()).toBe(entryOf('abc123'))
  expect(await readdir(join(store.location, 'mf-codes'))).toEqual(['1.0.0'])
})

it('publishes another local build of a version as a prerelease', async () => {
  await publishLocally(store, await build())
  const second = await publishLocally(store, await build({ build: 'bbbb' }))
  expect(second.release).toMatchObject({
    version: '1.0.0-local.bbbb',
    entry: 'mf-codes/1.0.0-local.bbbb/remoteEntry.js',
  })
  expect((await read('1.0.0/remoteEntry.js')).toString()).toBe(entryOf('abc123'))
  expect((await read('1.0.0-local.bbbb/remoteEntry.js')).toString()).toBe(entryOf('bbbb'))
  expect(await readRelease(store, 'mf-codes', '1.0.0-local.bbbb')).toEqual(second)
})

it('keeps a folder with another release.json', async () => {
  await mkdir(join(store.location, 'mf-codes/1.0.0'), { recursive: true })
  await writeFile(join(store.location, 'mf-codes/1.0.0/release.json'), '{"build":"old"}')
  expect((await publishLocally(store, await build())).release.version).toBe('1.0.0-local.abc123')
  expect((await read('1.0.0/release.json')).toString()).toBe('{"build":"old"}')
})

it('publishes one complete build when several have the same version', async () => {
  const builds = await Promise.all(['aaaa', 'bbbb', 'cccc'].map((id) => build({ build: id })))
  const releases = await Promise.all(builds.map((dist) => publishLocally(store, dist)))
  expect(releases.filter(({ release }) => release.version === '1.0.0')).toHaveLength(1)
  for (const { release } of releases) {
    expect(await readFile(join(store.location, release.entry), 'utf8')).toBe(entryOf(release.build))
  }
  expect((await readdir(join(store.location, 'mf-codes'))).filter((name) => name.startsWith('.'))).toEqual([])
})

it('rejects an incomplete build', async () => {
  await expect(publish(store, folder)).rejects.toThrow('has no release.json')
  await expect(publish(store, await build({ entry: 'gone.js' }))).rejects.toThrow('gone.js is missing')
  await expect(publish(store, await build({ preload: ['gone.css'] }))).rejects.toThrow('gone.css is missing')
  await expect(publish(store, await build({ entry: '../release.json' }))).rejects.toThrow('entry: must be one path')
  const broken = await build()
  await writeFile(join(broken, 'release.json'), '{')
  await expect(publish(store, broken)).rejects.toThrow('release.json is not JSON')
  expect(existsSync(join(store.location, 'mf-codes'))).toBe(false)
})

it.each<[string, (dist: string, secret: string) => Promise<void>, RegExp]>([
  ['a link to a file', (dist, secret) => symlink(secret, join(dist, 'logo.txt')), /logo\.txt is a symbolic link/],
  ['a link to a folder', (dist) => symlink(folder, join(dist, 'icons/all')), /icons\/all is a symbolic link/],
  ['a link within the build', (dist) => symlink('tab.css', join(dist, 'b.css')), /b\.css is a symbolic link/],
  ['a dangling link', (dist) => symlink('gone', join(dist, 'b.css')), /b\.css is a symbolic link/],
  [
    'a manifest that is a link',
    (dist) => replaceWithLink(join(dist, 'release.json')),
    /release\.json is a symbolic link/,
  ],
  ['a dist that is a link', (dist) => replaceWithLink(dist), /dist-\w+ is a symbolic link/],
  ['a pipe', async (dist) => void execFileSync('mkfifo', [join(dist, 'pipe')]), /pipe is not a regular file/],
])('rejects a build with %s before it copies anything', async (_what, spoil, finding) => {
  const secret = join(folder, 'release-key.pem')
  await writeFile(secret, 'private')
  const dist = await build()
  await spoil(dist, secret)
  await expect(publish(store, dist)).rejects.toThrow(finding)
  await expect(publishLocally(store, dist)).rejects.toThrow('replace it with a copy')
  expect(existsSync(store.location)).toBe(false)
})

async function replaceWithLink(path: string) {
  await rename(path, `${path}-real`)
  await symlink(`${path}-real`, path)
}

it('returns undefined for an unpublished version', async () => {
  expect(await readRelease(store, 'mf-codes', '2.0.0')).toBeUndefined()
})

const key = createKey()
const pem = (kind: string, body = 'MC4CAQAwBQYDK2VwBCIEIA==') =>
  `-----BEGIN ${kind}PRIVATE KEY-----\n${body}\n-----END ${kind}PRIVATE KEY-----`

it.each<[string, string, string | Buffer, string]>([
  ['a file named constructor', 'constructor', '', ' has a reserved name: rename the file.'],
  ['a file named __proto__', '__proto__', '', ' has a reserved name: rename the file.'],
  ['a file in a dot folder', '.git/config', '', ' cannot be released: its path must be a path inside the release'],
  ['a dot file', 'icons/.env', '', ' cannot be released'],
  ['a path that browsers would change', 'icons/a b.svg', '', ' cannot be released'],
  ['a name over two lines', 'icons/a\n\u202eb.svg', '', ' cannot be released'],
  ['a long path', `${'a/'.repeat(100)}b.js`, '', ' cannot be released'],
  ['a private key', 'logo.txt', key, ' holds a private key: remove it'],
  ['a private key after other text', 'logo.txt', `${'a'.repeat(100_000)}${key}`, ' holds a private key'],
  ['an RSA key', 'icons/key', pem('RSA '), ' holds a private key'],
  ['an encrypted key', 'icons/key', pem('EC ', 'Proc-Type: 4,ENCRYPTED'), ' holds a private key'],
  ['a key with Windows line ends', 'icons/key', key.replaceAll('\n', '\r\n'), ' holds a private key'],
  ['a key in UTF-16', 'icons/key', Buffer.from(key, 'utf16le'), ' holds a private key'],
  ['a key in a script', 'key.js', `export default ${JSON.stringify(key)}`, ' holds a private key'],
])('rejects a build with %s in one line, before it copies anything', async (_what, path, content, finding) => {
  const dist = await build()
  await mkdir(dirname(join(dist, path)), { recursive: true })
  await writeFile(join(dist, path), content)
  await expect(publish(store, dist)).rejects.toThrow(finding)
  const message = await publish(store, dist).catch((error: Error) => error.message)
  expect(message).toMatch(/^\S*dist-[^\n]{1,500}$/)
  expect(existsSync(store.location)).toBe(false)
})

it('rejects a build with a hard link', async () => {
  const dist = await build()
  await writeFile(join(folder, 'release-key.txt'), 'private')
  await link(join(folder, 'release-key.txt'), join(dist, 'logo.txt'))
  await expect(publish(store, dist)).rejects.toThrow(`${join(dist, 'logo.txt')} is a hard link: replace it with a copy`)
  expect(existsSync(store.location)).toBe(false)
})

it('accepts code that only looks for a private key, and a public one', async () => {
  const dist = await build()
  const code = "if (pem.startsWith('-----BEGIN PRIVATE KEY-----')) read('-----BEGIN PRIVATE KEY-----\\n' + body)"
  await writeFile(join(dist, 'reader.js'), code)
  await writeFile(join(dist, 'public.pem'), createPublicKey(key).export({ type: 'spki', format: 'pem' }))
  await publish(store, dist)
})

it('rejects a build with too many files', async () => {
  const dist = await build()
  await Promise.all(Array.from({ length: MAX_FILES }, (_, index) => writeFile(join(dist, `${index}.svg`), '')))
  await expect(publish(store, dist)).rejects.toThrow(`at most ${MAX_FILES} can be released`)
})

it.each<[string, Partial<ReleaseManifest>, RegExp]>([
  ['a name in capitals', { name: 'mf-Codes' }, /name: must be at most 64 lower-case letters/],
  ['a long name', { name: 'a'.repeat(10_000) }, /name: /],
  ['a lone surrogate', { name: 'mf-\ud800' }, /name: /],
  [
    'a label of a megabyte',
    { proposedTab: { id: 'codigos', label: 'a'.repeat(1_000_000), order: 2 } },
    /proposedTab\.label: must be 1 to 40/,
  ],
  ['a megabyte of commit', { commit: 'a'.repeat(1_000_000) }, /commit: /],
  ['text over many lines', { builtAt: `${'\n\u202e'.repeat(1000)}` }, /builtAt: /],
])('rejects a manifest with %s in one line that names the file', async (_what, changes, finding) => {
  const dist = await build(changes)
  const message = await publish(store, dist).catch((error: Error) => error.message)
  expect(message).toMatch(new RegExp(`^${join(dist, 'release.json')} is not valid\\. [ -~“”…]{1,400}$`))
  expect(message).toMatch(finding)
  expect(existsSync(store.location)).toBe(false)
})

it('takes no other files of the same build for the published ones', async () => {
  await publish(store, await build())
  const dist = await build()
  await writeFile(join(dist, 'tab.css'), 'b {}')
  await expect(publish(store, dist)).rejects.toThrow('is already published with another build')
  await writeFile(join(store.location, 'mf-codes/1.0.0/tab.css'), 'b {}')
  await expect(publish(store, await build())).rejects.toThrow('is already published with another build')
  expect((await publishLocally(store, await build())).release.version).toBe('1.0.0-local.abc123')
})

it('leaves nothing of a publication that fails', async () => {
  const dist = await build()
  await rm(join(dist, 'icons'), { recursive: true })
  await mkdir(store.location)
  const before = await readdir(store.location)
  vi.mocked(compress).mockRejectedValueOnce(new Error('ENOSPC: no space left on device, write'))
  await expect(publish(store, dist)).rejects.toThrow('ENOSPC')
  expect(await readdir(store.location)).toEqual(before)
})
