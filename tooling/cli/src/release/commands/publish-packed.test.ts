import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { hashOfFile, openStore } from '@canje/release-store'
import { verifyRemote } from '@canje/release-store/verify'
import { packTar, type TarEntry, type TarHeader, unpackTar } from 'modern-tar'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { ENTRY, TAB, writeSmallBuild } from '../../../tests/small-build'
import { writePacked } from '../packed/write-packed'
import { openShellWithoutTabs } from '../testing/live-shell'
import { openTeam } from '../testing/team'

const TESTS = { passed: 3, failed: 0, skipped: 0, skipReasons: {} }
const HOUR_MS = 3_600_000

let team: Awaited<ReturnType<typeof openTeam>>
let shell: Awaited<ReturnType<typeof openShellWithoutTabs>>
let file: string

beforeAll(async () => {
  team = await openTeam()
  shell = await openShellWithoutTabs(
    { ...team.trust(['mf-premios']), storeUrl: await team.serve() },
    { 'shared-auth': '1.4.0' },
  )
  const dist = join(team.folder, 'dist')
  await writeSmallBuild(dist)
  file = join(team.folder, 'packed.tgz')
  await writePacked(file, dist, { shells: [shell.url], tests: TESTS })
})
afterAll(() => Promise.all([shell.close(), team.close()]))
beforeEach(() => rm(team.store, { recursive: true, force: true }).then(() => mkdir(team.store)))

const publish = (packed: string, ...args: string[]) =>
  team.command('publish', '--packed', packed, '--shell', shell.url, ...args)

it('publishes the packed files, with the numbers of tests in the report', async () => {
  expect(await publish(file, '--dry-run')).toMatchObject({ exitCode: 0, findings: [], result: { version: '1.0.0' } })
  expect(await readdir(team.store)).toEqual([])
  const { exitCode, result, notes } = await publish(file)
  const entry = 'mf-premios/1.0.0/remoteEntry.js'
  expect({ exitCode, result }).toEqual({
    exitCode: 0,
    result: { name: 'mf-premios', version: '1.0.0', build: 'b1', entry, live: true, confirmed: true, tests: TESTS },
  })
  expect(await readFile(join(team.store, entry), 'utf8')).toBe(ENTRY)
  expect(await readFile(join(team.store, 'mf-premios/1.0.0/chunk.js.map'), 'utf8')).toBe('{}')
  expect(await readFile(join(team.store, 'mf-premios/1.0.0/release.json'), 'utf8')).not.toContain('Premios')
  expect(await verifyRemote(openStore(team.store), 'mf-premios')).toEqual({ findings: [], unfinished: [] })
  expect(notes).toEqual([expect.stringMatching(/labels mf-premios "mf-premios", not "Premios": its operator/)])
  // As after a kill in its last step.
  expect(await publish(file)).toMatchObject({ exitCode: 0, result: { live: true, confirmed: true } })
  // Replayed later.
  expect(await publish(await packedAt(25))).toMatchObject({ codes: ['report-expired'], exitCode: 4 })
  expect(await publish(file, 'mf-codes')).toMatchObject({ codes: ['build-failed'], exitCode: 3 })
})

type Files = Record<string, string>
type Json = Record<string, unknown>

async function unpacked(): Promise<Files> {
  const entries = await unpackTar(gunzipSync(await readFile(file)))
  return Object.fromEntries(entries.map(({ header, data }) => [header.name, new TextDecoder().decode(data)]))
}

const entriesOf = (files: Files) =>
  Object.entries(files).map(([name, body]) => ({
    header: { name, size: Buffer.byteLength(body), type: 'file' as const },
    body,
  }))

async function write(content: Uint8Array | string): Promise<string> {
  const forged = join(team.folder, 'forged.tgz')
  await writeFile(forged, content)
  return forged
}

const pack = async (entries: TarEntry[]) => write(gzipSync(await packTar(entries)))

/** Adds an entry that the report does not have. */
const add = async (header: Omit<TarHeader, 'size'>, body = '') =>
  pack([...entriesOf(await unpacked()), { header: { size: body.length, ...header }, body }])

/** Changes files, but not the report. */
const change = async (changes: Files) => pack(entriesOf({ ...(await unpacked()), ...changes }))

/** Changes files, and states their hashes in the report. */
async function forge(changes: Files, ofReport: Json = {}): Promise<string> {
  const { 'report.json': report = '', ...others } = await unpacked()
  const files = { ...others, ...changes }
  const hashes = Object.entries(files).map(([name, body]) => [
    name.slice('files/'.length),
    hashOfFile(Buffer.from(body)),
  ])
  const forged = { ...JSON.parse(report), files: Object.fromEntries(hashes), ...ofReport }
  return pack(entriesOf({ 'report.json': JSON.stringify(forged), ...files }))
}

async function forgeManifest(changes: Json): Promise<string> {
  const manifest = JSON.parse((await unpacked())['files/release.json'] ?? '')
  return forge({ 'files/release.json': JSON.stringify({ ...manifest, ...changes }) })
}

const packedAt = (hours: number) => forge({}, { packedAt: new Date(Date.now() - hours * HOUR_MS).toISOString() })
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

const bad: [what: string, packed: () => Promise<string>, code: string, exitCode: number, message: string][] = [
  ['that does not exist', async () => join(team.folder, 'none.tgz'), 'packed-invalid', 6, 'cannot be read (ENOENT)'],
  ['that is no archive', () => write('<html>'), 'packed-invalid', 6, 'no complete .tgz archive'],
  ['that was cut off', cutOff, 'packed-invalid', 6, 'no complete .tgz archive'],
  ['with a bomb', () => write(gzipSync(Buffer.alloc(64_100_000))), 'packed-invalid', 6, 'more than 64 MB'],
  ['with files/../', () => add({ name: 'files/../a.js', type: 'file' }), 'packed-invalid', 6, '"files/../a.js" in it'],
  ['with an absolute path', () => add({ name: '/etc/a.js', type: 'file' }), 'packed-invalid', 6, '"/etc/a.js" in it'],
  ['with a hidden file', () => add({ name: 'files/.a', type: 'file' }), 'packed-invalid', 6, '"files/.a" in it'],
  ['with another file', () => add({ name: 'package.json', type: 'file' }), 'packed-invalid', 6, '"package.json" in it'],
  ['with a line break', () => add({ name: 'files/a\nb', type: 'file' }), 'packed-invalid', 6, '"files/a b" in it'],
  ['with a link', () => link(), 'packed-invalid', 6, '"files/a.js" in it is not a file, but a symlink'],
  ['with a file twice', () => add({ name: 'files/chunk.js', type: 'file' }), 'packed-invalid', 6, 'js was changed'],
  ['without a report', () => pack([]), 'packed-invalid', 6, 'it has no report.json'],
  ['without a manifest', () => forge({ 'files/release.json': '' }), 'build-failed', 3, 'release.json is not valid'],
  ['with a broken report', () => change({ 'report.json': '{' }), 'packed-invalid', 6, 'its report.json is not valid'],
  ['with a report of lists', () => change({ 'report.json': nested(200_000) }), 'packed-invalid', 6, 'its report.json'],
  ['with changed bytes', () => change({ 'files/chunk.js': 'evil()' }), 'packed-invalid', 6, 'chunk.js was changed'],
  ['with an added file', () => change({ 'files/evil.js': '' }), 'packed-invalid', 6, 'evil.js was added'],
  ['with __proto__', () => change({ 'files/__proto__': '' }), 'packed-invalid', 6, '__proto__ was added'],
  ['without a file', () => without('files/chunk.js'), 'packed-invalid', 6, 'chunk.js is missing'],
  ['of another remote', () => forgeManifest({ name: 'mf-codes' }), 'build-failed', 3, 'is of mf-codes, not of mf-prem'],
  ['of a shell of two lines', () => forge({}, { shells: ['http://a/\nb'] }), 'report-shells', 4, 'in http://a/ b, not'],
  ['that is old', () => packedAt(24.1), 'report-expired', 4, '24.1 hours ago, and a report holds for 24'],
  ['of other shells', () => forge({}, { shells: ['http://a.test/'] }), 'report-shells', 4, 'opened in http://a.test/'],
  ['of no shell', () => forge({}, { shells: [] }), 'report-shells', 4, 'was opened in no shell, not in http://'],
  [
    'with an unhashed script',
    () => forge({ 'files/evil.js': 'evil()' }),
    'chunk-unverified',
    3,
    'loads evil.js without',
  ],
  ['with a private key', () => forge({ 'files/a.txt': PEM }), 'build-failed', 3, 'a.txt holds a private key'],
  ['with styles of the page', () => forge({ 'files/a.css': 'p {}' }), 'build-failed', 3, 'a.css of mf-premios reaches'],
]

it.each(bad)('refuses a file %s', async (_what, packed, code, exitCode, message) => {
  const result = await publish(await packed(), 'mf-premios')
  expect({ codes: result.codes, exitCode: result.exitCode }).toEqual({ codes: [code], exitCode })
  const [finding] = result.findings
  expect(finding?.message).toContain(message)
  expect(finding?.message).not.toContain('\n')
  expect(finding?.fix).toMatch(/\w/)
  expect(await readdir(team.store)).toEqual([])
})

it('names every file that differs', async () => {
  const { findings } = await publish(await change({ 'files/f.txt': '', 'files/chunk.js': '' }))
  expect(findings[0]?.message).toMatch(/: chunk\.js was changed, f\.txt was added\.$/)
})

it('accepts an older report with --max-age, and folders of the archive', async () => {
  const named = ['mf-premios', '--dry-run']
  expect(await publish(await packedAt(30), '--max-age', '48', ...named)).toMatchObject({ exitCode: 0 })
  expect(await publish(await add({ name: 'files/', type: 'directory' }), '--dry-run')).toMatchObject({ exitCode: 0 })
})

it('checks the store, the key and the live shells again', async () => {
  expect((await publish(file, '--key', join(team.folder, 'none.pem'))).codes).toEqual(['key-unusable'])
  const newer = await forgeManifest({ requires: { 'shared-auth': '^9.0.0' } })
  expect((await publish(newer)).codes).toEqual(['requirement-unmet'])
  shell.entrust(team.trust(['mf-codes']))
  onTestFinished(() => shell.entrust(team.trust(['mf-premios'])))
  const both = await forge({}, { shells: [shell.url, 'http://localhost:1/'] })
  const refused = await publish(both, '--shell', 'http://localhost:1/')
  expect(refused.codes).toEqual(['shell-unreachable', 'not-listed'])
  const [, added = ''] = refused.findings[1]?.fix.split(':\n') ?? []
  expect(JSON.parse(added)).toEqual({ 'mf-premios': { keys: [team.publicKey], tab: TAB, slots: [], connect: [] } })
  expect(await team.versions()).toEqual({})
})

const PEM = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA\n-----END PRIVATE KEY-----'
const link = () => add({ name: 'files/a.js', type: 'symlink', linkname: '/etc/passwd' })

async function without(name: string): Promise<string> {
  const { [name]: _, ...files } = await unpacked()
  return pack(entriesOf(files))
}

/** Keeps the first half of the archive in the compressed file. */
async function cutOff(): Promise<string> {
  const archive = gunzipSync(await readFile(file))
  return write(gzipSync(archive.subarray(0, archive.length / 2)))
}
