import { createHash } from 'node:crypto'
import type { ReleaseManifest } from '@canje/registry'
import { expect, it } from 'vitest'
import { unverifiedScripts } from './unverified-scripts'

const manifest = { name: 'mf-codes', entry: 'remoteEntry.js' } as ReleaseManifest
const hashOf = (code: string, algorithm = 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(code).digest('base64')}`

function unverified(files: Record<string, string>): string | undefined {
  const built = Object.entries(files).map(([path, content]) => [path, Buffer.from(content)] as const)
  const findings = unverifiedScripts(manifest, new Map(built))
  expect(findings.map(({ code }) => code)).toEqual(findings.length > 0 ? ['chunk-unverified'] : [])
  return findings[0]?.message
}

it.each(['sha256', 'sha384', 'sha512'])('accepts chunks whose %s is in the code of the loader', (algorithm) => {
  const entry = `load('chunks/a.js', '${hashOf('a', algorithm)}')`
  expect(unverified({ 'remoteEntry.js': entry, 'chunks/a.js': 'a' })).toBeUndefined()
})

it('accepts an entry without chunks, and a loader in a verified chunk', () => {
  expect(unverified({ 'remoteEntry.js': 'entry', 'a.css': 'a {}', 'a.js.map': '{}' })).toBeUndefined()
  const loader = `load('b.js', '${hashOf('b')}')`
  expect(unverified({ 'remoteEntry.js': `'${hashOf(loader)}'`, 'a.js': loader, 'b.js': 'b' })).toBeUndefined()
})

it.each([
  ['has no hash', { 'remoteEntry.js': "load('chunks/a.js')", 'chunks/a.js': 'a' }, 'chunks/a.js'],
  ['was changed after the build', { 'remoteEntry.js': `'${hashOf('a')}'`, 'a.js': 'a // banner' }, 'a.js'],
  ['is a module', { 'remoteEntry.js': "import('./a.mjs')", 'a.mjs': 'export {}' }, 'a.mjs'],
  ['is one of several', { 'remoteEntry.js': `'${hashOf('a')}'`, 'a.js': 'a', 'b.js': 'b' }, 'b.js'],
  ['states its own hash only in a source map', { 'remoteEntry.js': '', 'a.js': 'a', 'a.js.map': hashOf('a') }, 'a.js'],
])('rejects a script that %s', (_what, files, name) => {
  expect(unverified(files)).toContain(`mf-codes loads ${name} without a hash in its code`)
})

it('names as many scripts as one line has room for', () => {
  const chunks = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`chunk-${index}.js`, `${index}`]))
  expect(unverified({ 'remoteEntry.js': '', ...chunks })).toMatch(
    / loads chunk-0\.js, chunk-1\.js, .{200,300}… without/,
  )
})
