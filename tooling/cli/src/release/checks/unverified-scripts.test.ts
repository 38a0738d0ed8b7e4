import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseManifest } from '@canje/registry'
import { temporaryFolder } from '@canje/release-store/testing'
import { expect, it } from 'vitest'
import { unverifiedScripts } from './unverified-scripts'

const manifest = { name: 'mf-codes', entry: 'remoteEntry.js' } as ReleaseManifest
const hashOf = (code: string, algorithm = 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(code).digest('base64')}`

async function unverified(files: Record<string, string>): Promise<string | undefined> {
  const dist = await temporaryFolder()
  await mkdir(join(dist, 'chunks'))
  for (const [path, content] of Object.entries(files)) await writeFile(join(dist, path), content)
  const findings = await unverifiedScripts(manifest, dist)
  expect(findings.map(({ code }) => code)).toEqual(findings.length > 0 ? ['chunk-unverified'] : [])
  return findings[0]?.message
}

it.each(['sha256', 'sha384', 'sha512'])('accepts chunks whose %s is in the code of the loader', async (algorithm) => {
  const entry = `load('chunks/a.js', '${hashOf('a', algorithm)}')`
  expect(await unverified({ 'remoteEntry.js': entry, 'chunks/a.js': 'a' })).toBeUndefined()
})

it('accepts an entry without chunks, and a loader in a verified chunk', async () => {
  expect(await unverified({ 'remoteEntry.js': 'entry', 'a.css': 'a {}', 'a.js.map': '{}' })).toBeUndefined()
  const loader = `load('b.js', '${hashOf('b')}')`
  expect(await unverified({ 'remoteEntry.js': `'${hashOf(loader)}'`, 'a.js': loader, 'b.js': 'b' })).toBeUndefined()
})

it.each([
  ['has no hash', { 'remoteEntry.js': "load('chunks/a.js')", 'chunks/a.js': 'a' }, 'chunks/a.js'],
  ['was changed after the build', { 'remoteEntry.js': `'${hashOf('a')}'`, 'a.js': 'a // banner' }, 'a.js'],
  ['is a module', { 'remoteEntry.js': "import('./a.mjs')", 'a.mjs': 'export {}' }, 'a.mjs'],
  ['is one of several', { 'remoteEntry.js': `'${hashOf('a')}'`, 'a.js': 'a', 'b.js': 'b' }, 'b.js'],
  ['states its own hash only in a source map', { 'remoteEntry.js': '', 'a.js': 'a', 'a.js.map': hashOf('a') }, 'a.js'],
])('rejects a script that %s', async (_what, files, name) => {
  expect(await unverified(files)).toContain(`mf-codes loads ${name} without a hash in its code`)
})

it('names a few of many scripts', async () => {
  const chunks = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`${index}.js`, `${index}`]))
  expect(await unverified({ 'remoteEntry.js': '', ...chunks })).toContain('0.js, 1.js, 2.js, 3.js, 4.js and 3 more')
})
