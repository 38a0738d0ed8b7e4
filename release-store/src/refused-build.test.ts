import { execFileSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { MAX_FILES, type ReleaseManifest } from '@canje/registry'
import { beforeEach, expect, it } from 'vitest'
import { openStore } from './open-store'
import { publish } from './publish'
import type { ReleaseStore } from './release-store'
import { createKey } from './signing-key'
import { temporaryFolder, writeBuild } from './testing/store'

let folder: string
let store: ReleaseStore

beforeEach(async () => {
  folder = await temporaryFolder()
  store = openStore(join(folder, 'store'))
})

const build = (changes?: Partial<ReleaseManifest>) => writeBuild(folder, changes)

it('rejects an incomplete build', async () => {
  await expect(publish(store, folder)).rejects.toThrow('has no file release.json')
  await expect(publish(store, await build({ entry: '../release.json' }))).rejects.toThrow('entry: must be one path')
  const broken = await build()
  await writeFile(join(broken, 'release.json'), '{')
  await expect(publish(store, broken)).rejects.toThrow('release.json is not valid. root: Invalid JSON')
  for (const path of ['remoteEntry.js', 'tab.css']) {
    const incomplete = await build()
    await rm(join(incomplete, path))
    const message = `${join(incomplete, path)} is missing: build the remote again.`
    await expect(publish(store, incomplete)).rejects.toThrow(message)
  }
  expect(existsSync(join(store.location, 'mf-codes'))).toBe(false)
})

it('names the file and the field of a version that is too long for a local build', async () => {
  const dist = await build({ version: `1.0.0-${'a'.repeat(90)}` })
  await publish(store, dist)
  await writeFile(join(dist, 'tab.css'), 'b {}')
  await expect(publish(store, dist, {}, true)).rejects.toThrow(`${join(dist, 'release.json')} is not valid. version: `)
})

it.each<[string, (dist: string, secret: string) => Promise<void>, RegExp]>([
  ['a link to a file', (dist, secret) => symlink(secret, join(dist, 'logo.txt')), /logo\.txt is a symbolic link/],
  ['a link to a folder', (dist) => symlink(folder, join(dist, 'icons/all')), /icons\/all is a symbolic link/],
  ['a dist that is a link', replaceWithLink, /dist-\w+ is a symbolic link/],
  ['a hard link', (dist, secret) => link(secret, join(dist, 'logo.txt')), /logo\.txt is a hard link/],
  ['a pipe', async (dist) => void execFileSync('mkfifo', [join(dist, 'pipe')]), /pipe is not a regular file/],
])('rejects a build with %s before it copies anything', async (_what, spoil, finding) => {
  const secret = join(folder, 'release-key.pem')
  await writeFile(secret, 'private')
  const dist = await build()
  await spoil(dist, secret)
  await expect(publish(store, dist)).rejects.toThrow(finding)
  await expect(publish(store, dist, {}, true)).rejects.toThrow('replace it with a copy')
  expect(existsSync(store.location)).toBe(false)
})

async function replaceWithLink(path: string) {
  await rename(path, `${path}-real`)
  await symlink(`${path}-real`, path)
}

const key = createKey()
const pem = (kind: string, body = 'MC4CAQAwBQYDK2VwBCIEIA==') =>
  `-----BEGIN ${kind}PRIVATE KEY-----\n${body}\n-----END ${kind}PRIVATE KEY-----`

it.each<[string, string, string | Buffer, string]>([
  ['a file named __proto__', '__proto__', '', ' has a reserved name: rename the file.'],
  ['a file in a dot folder', '.git/config', '', ' cannot be released: its path must be a path inside the release'],
  ['a name over two lines', 'icons/a\n\u202eb.svg', '', ' cannot be released'],
  ['a long path', `${'a/'.repeat(100)}b.js`, '', ' cannot be released'],
  ['a private key', 'logo.txt', key, ' holds a private key: remove it'],
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
  ['text over many lines', { builtAt: `${'\n\u202e'.repeat(1000)}` }, /builtAt: /],
])('rejects a manifest with %s in one line that names the file', async (_what, changes, finding) => {
  const dist = await build(changes)
  const message = await publish(store, dist).catch((error: Error) => error.message)
  expect(message).toMatch(new RegExp(`^${join(dist, 'release.json')} is not valid\\. [ -~“”…]{1,400}$`))
  expect(message).toMatch(finding)
  expect(existsSync(store.location)).toBe(false)
})
