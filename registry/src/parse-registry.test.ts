import { describe, expect, it } from 'vitest'
import { registryUrl } from './login-config'
import { parseRegistry } from './parse-registry'
import { ENTRY_RULE } from './release'
import { exampleAuthority, exampleRelease } from './testing/example'
import { createTestKey, exampleEntry, exampleRegistry, signEntry } from './testing/signing'

const storeUrl = 'http://remotes.example/store'
const key = await createTestKey()
const authority = exampleAuthority(key.publicKey)

const codesRelease = exampleRelease({ version: '1.2.0', entry: 'mf-codes/1.2.0/remoteEntry.abc.js' })
const codes = exampleEntry('mf-codes', codesRelease)
const codesWith = (changes: object) => ({ ...codes, live: { ...codesRelease, ...changes } })
const users = await signEntry(exampleEntry('mf-users', codesRelease), key)
const releaseOf = (version: string, changes = {}) => exampleRelease({ version, ...changes })

/** Signs and parses these entries; Usuarios is signed already. */
async function parse(...remotes: Record<string, unknown>[]) {
  const signed = await Promise.all(remotes.map((entry) => ('signature' in entry ? entry : signEntry(entry, key))))
  const parsed = await parseRegistry(exampleRegistry(signed), storeUrl, authority)
  const versions = parsed.remotes.map(({ name, live, previous }) => [
    name,
    live.version,
    ...previous.map(({ version }) => version),
  ])
  return { ...parsed, versions, reasons: parsed.findings.map(({ reason }) => reason) }
}

it.each([
  ['http://remotes.example/store', 'http://remotes.example/store/registry.json'],
  ['http://remotes.example/store//', 'http://remotes.example/store/registry.json'],
  ['/store/', '/store/registry.json'],
  ['/', '/registry.json'],
])('is at the store %s', (url, expected) => {
  expect(registryUrl(url)).toBe(expected)
})

it('resolves entries against the URL of the registry', async () => {
  const previous = [releaseOf('1.1.0', { entry: 'mf-codes/1.1.0/remoteEntry.js' })]
  const { remotes, findings } = await parse({ ...codes, previous })
  expect(remotes[0]?.live.entry).toBe('http://remotes.example/store/mf-codes/1.2.0/remoteEntry.abc.js')
  expect(remotes[0]?.previous[0]?.entry).toBe('http://remotes.example/store/mf-codes/1.1.0/remoteEntry.js')
  expect(findings).toEqual([])
})

it('ignores unknown fields, and those that the menu states', async () => {
  const { remotes, findings } = await parse({ ...codesWith({ more: 2, tab: null, proposedTab: null }), more: 3 })
  expect(remotes).toMatchObject([{ name: 'mf-codes' }])
  expect(remotes[0]?.live).not.toHaveProperty('tab')
  expect(findings).toEqual([])
})

it.each<[string, object, string]>([
  ['an entry without a list of previous releases', { ...codes, previous: undefined }, 'remotes.1.previous: '],
  ['an entry without a live release', { ...codes, live: undefined }, 'remotes.1.live: '],
  ['an entry whose live release is null', { ...codes, live: null }, 'remotes.1.live: '],
  ['a name that is a path', { ...codes, name: '../mf-codes' }, 'remotes.1.name: '],
  ['a name in capitals', { ...codes, name: 'mf-Codes' }, 'remotes.1.name: '],
  ['no name', { ...codes, name: undefined }, 'remotes.1.name: '],
  ['a version with path traversal', codesWith({ version: '..' }), 'remotes.1.live.version: '],
  ['an entry that is not a URL', codesWith({ entry: 'http://' }), `remotes.1.live.entry: ${ENTRY_RULE}`],
  ['a malformed hash', codesWith({ integrity: { 'a.js': 'x' } }), 'remotes.1.live.integrity.a.js: '],
  ['a preload path outside the release', codesWith({ preload: ['../a.js'] }), 'remotes.1.live.preload.0: '],
  ['a malformed time', codesWith({ builtAt: 'today' }), 'remotes.1.live.builtAt: '],
])('leaves out %s and reports it', async (_name, bad, reason) => {
  const { versions, reasons } = await parse(users, { ...bad })
  expect(versions).toEqual([['mf-users', '1.2.0']])
  expect(reasons).toEqual([expect.stringContaining(reason)])
})

it('reports what is no entry, which may be that of any remote', async () => {
  const { remotes, findings } = await parseRegistry(exampleRegistry([users, Object(null)]), storeUrl, authority)
  expect(remotes).toHaveLength(1)
  expect(findings).toMatchObject([{ name: '', reason: expect.stringContaining('remotes.1.name: ') }])
})

it.each([
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  'blob:http://remotes.example/0d5b',
  'mailto:ana@example.com',
  'file:///etc/passwd',
  'ftp://remotes.example/a.js',
  'JavaScript:alert(1)',
  ' data:text/javascript,',
  'java\tscript:alert(1)',
  'https://ana:secret@remotes.example/a.js',
  '//ana@remotes.example/a.js',
])('leaves out a release whose entry is %j and reports it once', async (entry) => {
  const { versions, reasons } = await parse(users, { ...codesWith({ entry }), previous: [releaseOf('1.1.0')] })
  expect(versions).toEqual([
    ['mf-users', '1.2.0'],
    ['mf-codes', '1.1.0'],
  ])
  expect(reasons).toEqual([`remotes.1.live.entry: ${ENTRY_RULE}`])
})

it.each([
  ['HTTP://Other.example/a.js', 'http://other.example/a.js'],
  ['//other.example/a.js', 'http://other.example/a.js'],
  ['\\\\other.example\\a.js', 'http://other.example/a.js'],
  ['../a.js?b#c', 'http://remotes.example/a.js?b#c'],
])('resolves the entry %s as browsers do', async (entry, url) => {
  expect((await parse(codesWith({ entry }))).remotes[0]?.live.entry).toBe(url)
})

describe('a remote with a malformed or withdrawn release', () => {
  it('uses the first usable previous release in place of a malformed live one', async () => {
    const previous = [releaseOf('1.1.0', { build: '' }), releaseOf('1.0.0'), releaseOf('0.9.0'), releaseOf('0.8.0')]
    const { versions, reasons } = await parse({ ...codesWith({ requires: null }), previous, withdrawn: ['1.0.0'] })
    expect(versions).toEqual([['mf-codes', '0.9.0', '0.8.0']])
    expect(reasons).toEqual([expect.stringMatching(/remotes\.0\.live\.requires: .*; remotes\.0\.previous\.0\.build: /)])
  })

  it('leaves out a malformed previous release', async () => {
    const previous = [releaseOf('1.1.0'), { version: '1.0.5' }, releaseOf('1.0.0', { entry: 'x:' }), releaseOf('0.9.0')]
    const { versions, reasons } = await parse({ ...codes, previous })
    expect(versions).toEqual([['mf-codes', '1.2.0', '1.1.0', '0.9.0']])
    expect(reasons).toEqual([expect.stringContaining(`; remotes.0.previous.2.entry: ${ENTRY_RULE}`)])
  })

  it('loses withdrawn versions among its fallbacks', async () => {
    const previous = ['1.1.0', '1.0.0', '0.9.0'].map((version) => releaseOf(version))
    const { versions, reasons } = await parse({ ...codes, previous, withdrawn: ['1.1.0', '0.9.0', '9.9.9'] })
    expect(versions).toEqual([['mf-codes', '1.2.0', '1.0.0']])
    expect(reasons).toEqual([])
  })
})

describe('a release with extensions', () => {
  const person = { slot: 'detalle:usuario', module: './detalle:usuario', preload: ['slot.js'] }
  const code = { slot: 'detalle:codigo', module: './detalle:codigo', preload: [], parts: ['tree.js'] }
  const slotsOf = async (extensions: unknown) => {
    const { remotes, reasons } = await parse(codesWith({ extensions }))
    return [remotes[0]?.live.extensions?.map(({ slot }) => slot), reasons]
  }

  it('keeps what its modules load', async () => {
    const { remotes } = await parse(codesWith({ extensions: [person, code] }))
    expect(remotes[0]?.live.extensions).toEqual([person, code])
    expect(await slotsOf([])).toEqual([[], []])
  })

  it.each<[string, unknown, string[], string]>([
    ['a text', 'detalle:usuario', [], 'remotes.0.live.extensions: '],
    ['an object', { 'detalle:usuario': './X' }, [], 'remotes.0.live.extensions: '],
    ['null', null, [], 'remotes.0.live.extensions: '],
    ['too many', Array.from({ length: 21 }, (_, index) => ({ ...code, slot: `a${index}` })), [], 'live.extensions: '],
    ['null in the list', [null, code], ['detalle:codigo'], 'remotes.0.live.extensions.0: '],
    ['a repeated slot', [person, code, person], ['detalle:usuario', 'detalle:codigo'], 'extensions.2.slot: "det'],
    ['an unknown module', [{ ...person, module: './Panel' }, code], ['detalle:codigo'], 'extensions.0.module: must'],
    ['the module of the tab', [{ ...person, module: './Tab' }], [], 'remotes.0.live.extensions.0.module: must'],
    ['a slot of a module without a name', [{ ...code, slot: '', module: './' }], [], 'extensions.0.slot: must'],
    ['a slot in capitals', [{ ...code, slot: 'Tab', module: './Tab' }], [], 'remotes.0.live.extensions.0.slot: must'],
    ...['detalle:persona', 'detalle:punto-id', 'detalle:a:b'].map((slot): [string, unknown[], string[], string] => [
      `the slot ${slot}, whose links open another`,
      [{ ...code, slot, module: `./${slot}` }, person],
      ['detalle:usuario'],
      'extensions.0.slot: names a panel that links cannot open',
    ]),
    ['a slot with a path', [{ ...code, slot: '../a', module: './../a' }], [], 'extensions.0.slot: must'],
    ['a file outside', [{ ...person, preload: ['../a.js'] }], [], 'remotes.0.live.extensions.0.preload.0: '],
  ])('leaves out %s, and reports it', async (_name, extensions, slots, reason) => {
    expect(await slotsOf(extensions)).toEqual([slots, [expect.stringContaining(reason)]])
  })
})

it('reports foreign text in short lines, without direction marks', async () => {
  const foreign = `\u202e\n\u0000${'a'.repeat(1_000_000)}`
  const { reasons } = await parse(
    users,
    codesWith({ builtAt: foreign, requires: foreign, integrity: { [foreign]: foreign } }),
  )
  expect(reasons).toHaveLength(1)
  const lines = reasons[0]?.split('; ') ?? []
  expect(lines).toHaveLength(4)
  for (const line of lines) expect(line).toMatch(/^remotes\.1\.live[ -~“”…]{1,300}$/)
})

it.each([
  ['null', null],
  ['a list', []],
  ['a text', '<!doctype html>'],
  ['without a format', { storeId: 'store-1', remotes: [] }],
  ['of another format', { ...exampleRegistry([]), format: 2 }],
  ['of a format that is a text', { ...exampleRegistry([]), format: '1' }],
  ['of no store', { format: 1, remotes: [] }],
  ['of another store', exampleRegistry([], 'store-2')],
  ['without remotes', { format: 1, storeId: 'store-1' }],
  ['with an object of remotes', { ...exampleRegistry([]), remotes: { codes } }],
])('rejects a registry that is %s', async (_name, json) => {
  const rejected = expect(parseRegistry(json, storeUrl, authority)).rejects
  await rejected.toThrow(`The registry at ${storeUrl}/registry.json is not valid.`)
})
