import { describe, expect, it } from 'vitest'
import { parseRegistry } from './parse-registry'
import { ENTRY_RULE } from './release'
import { exampleRelease } from './testing/example'

const codesRelease = exampleRelease({ version: '1.2.0', entry: 'mf-codes/1.2.0/remoteEntry.abc.js' })
const usersTab = { id: 'usuarios', label: 'Usuarios', order: 1 }
const codes = { name: 'mf-codes', live: codesRelease, previous: [] }
const users = { ...codes, name: 'mf-users', live: { ...codesRelease, tab: usersTab } }
const codesWith = (changes: object) => ({ ...codes, live: { ...codesRelease, ...changes } })
const registryUrl = 'http://remotes.example/store/registry.json'

const parse = (...remotes: unknown[]) => parseRegistry({ schema: 2, serial: 7, remotes }, registryUrl)

describe('parseRegistry', () => {
  it('sorts the remotes by tab order and resolves entries against the registry URL', () => {
    const older = exampleRelease({ version: '1.1.0', entry: 'mf-codes/1.1.0/remoteEntry.js' })
    const { serial, remotes, findings } = parse({ ...codes, previous: [older] }, users)
    expect(serial).toBe(7)
    expect(remotes.map(({ name }) => name)).toEqual(['mf-users', 'mf-codes'])
    expect(remotes[1]?.live.entry).toBe('http://remotes.example/store/mf-codes/1.2.0/remoteEntry.abc.js')
    expect(remotes[1]?.previous[0]?.entry).toBe('http://remotes.example/store/mf-codes/1.1.0/remoteEntry.js')
    expect(findings).toEqual([])
  })

  it('sorts tabs of the same order by name', () => {
    const { remotes } = parse(
      { ...users, live: { ...users.live, tab: { ...usersTab, order: codesRelease.tab.order } } },
      codes,
    )
    expect(remotes.map(({ name }) => name)).toEqual(['mf-codes', 'mf-users'])
  })

  it('ignores unknown fields', () => {
    const json = { schema: 2, serial: 7, remotes: [{ ...codesWith({ more: 2 }), more: 3 }], more: 1 }
    expect(parseRegistry(json, registryUrl)).toMatchObject({ remotes: [{ name: 'mf-codes' }], findings: [] })
  })

  it.each([
    ['null', null, 'remotes.1: '],
    ['a remote without a list of previous releases', { ...codes, previous: undefined }, 'remotes.1.previous: '],
    ['a remote without a live release', { ...codes, live: undefined }, 'remotes.1.live: '],
    ['a remote without a tab', codesWith({ tab: undefined }), 'remotes.1.live.tab: '],
    ['a version with path traversal', codesWith({ version: '..' }), 'remotes.1.live.version: '],
    ['a name that is a path', { ...codes, name: '../mf-codes' }, 'remotes.1.name: '],
    ['an empty label', codesWith({ tab: { ...usersTab, label: '' } }), 'remotes.1.live.tab.label: '],
    ['an entry that is not a URL', codesWith({ entry: 'http://' }), `remotes.1.live.entry: ${ENTRY_RULE}`],
    ['a malformed hash', codesWith({ integrity: { 'a.js': 'x' } }), 'remotes.1.live.integrity.a.js: '],
    ['a preload path outside the release', codesWith({ preload: ['../a.js'] }), 'remotes.1.live.preload.0: '],
    ['a malformed time', codesWith({ builtAt: 'today' }), 'remotes.1.live.builtAt: '],
    ['a second remote of the same name', { ...codes, name: 'mf-users' }, 'remotes.1.name: "mf-users" is taken'],
    ['a second tab with the same id', codesWith({ tab: usersTab }), 'remotes.1.live.tab.id: "usuarios" is taken'],
    [
      'a tab that looks like another one',
      codesWith({ tab: { ...codesRelease.tab, label: 'Usuaríos' } }),
      'remotes.1.live.tab.label: "Usuaríos" looks like "Usuarios" of mf-users',
    ],
    ['a name in capitals', { ...codes, name: 'mf-Codes' }, 'remotes.1.name: '],
  ])('leaves out %s and reports it', (_name, bad, finding) => {
    const { remotes, findings } = parse(users, bad)
    expect(remotes.map(({ name }) => name)).toEqual(['mf-users'])
    expect(findings[0]).toContain(finding)
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
  ])('leaves out a release whose entry is %j and reports it once', (entry) => {
    const older = exampleRelease({ version: '1.1.0', entry: 'mf-codes/1.1.0/remoteEntry.js' })
    const { remotes, findings } = parse(users, { ...codesWith({ entry }), previous: [older] })
    expect(remotes.map(({ name, live }) => `${name}@${live.version}`)).toEqual(['mf-users@1.2.0', 'mf-codes@1.1.0'])
    expect(findings).toEqual([`remotes.1.live.entry: ${ENTRY_RULE}`])
  })

  it.each([
    ['HTTP://Other.example/a.js', 'http://other.example/a.js'],
    ['//other.example/a.js', 'http://other.example/a.js'],
    ['\\\\other.example\\a.js', 'http://other.example/a.js'],
    ['../a.js?b#c', 'http://remotes.example/a.js?b#c'],
  ])('resolves the entry %s as browsers do', (entry, url) => {
    expect(parse(codesWith({ entry })).remotes[0]?.live.entry).toBe(url)
  })

  describe('a remote with a malformed release', () => {
    const releaseOf = (version: string, changes = {}) => exampleRelease({ version, ...changes })
    const versionsOf = (remote: object) => {
      const { remotes, findings } = parse(remote)
      return [remotes.map(({ live, previous }) => [live, ...previous].map(({ version }) => version)), findings]
    }

    it('uses the first valid previous release in place of a malformed live one', () => {
      const previous = [releaseOf('1.1.0', { build: '' }), releaseOf('1.0.0'), releaseOf('0.9.0')]
      expect(versionsOf({ ...codesWith({ tab: null }), previous })).toEqual([
        [['1.0.0', '0.9.0']],
        [expect.stringContaining('remotes.0.live.tab: '), expect.stringContaining('remotes.0.previous.0.build: ')],
      ])
    })

    it('leaves out a malformed previous release', () => {
      const previous = [
        releaseOf('1.1.0'),
        { version: '1.0.5' },
        releaseOf('1.0.0', { entry: 'http://' }),
        releaseOf('0.9.0'),
      ]
      const [versions, findings] = versionsOf({ ...codes, previous })
      expect(versions).toEqual([['1.2.0', '1.1.0', '0.9.0']])
      expect(findings).toContainEqual(`remotes.0.previous.2.entry: ${ENTRY_RULE}`)
    })
  })

  describe('a release with extensions', () => {
    const person = { slot: 'detalle:usuario', module: './detalle:usuario', preload: ['slot.js'] }
    const code = { slot: 'detalle:codigo', module: './detalle:codigo', preload: [], parts: ['tree.js'] }
    const slotsOf = (extensions: unknown, ...others: unknown[]) => {
      const { remotes, findings } = parse(...others, codesWith({ extensions }))
      return [remotes.find(({ name }) => name === 'mf-codes')?.live.extensions?.map(({ slot }) => slot), findings]
    }

    it('keeps what its modules load', () => {
      expect(parse(codesWith({ extensions: [person, code] })).remotes[0]?.live.extensions).toEqual([person, code])
      expect(slotsOf([])).toEqual([[], []])
    })

    it.each<[string, unknown, string[], string]>([
      ['a text', 'detalle:usuario', [], 'remotes.0.live.extensions: '],
      ['an object', { 'detalle:usuario': './X' }, [], 'remotes.0.live.extensions: '],
      ['null', null, [], 'remotes.0.live.extensions: '],
      [
        'too many',
        Array.from({ length: 21 }, (_, index) => ({ ...code, slot: `a${index}` })),
        [],
        'remotes.0.live.ext',
      ],
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
    ])('leaves out %s, and reports it', (_name, extensions, slots, finding) => {
      expect(slotsOf(extensions)).toEqual([slots, [expect.stringContaining(finding)]])
    })

    it('leaves out a slot of an earlier remote, and reports it', () => {
      const earlier = { ...users, live: { ...users.live, extensions: [person] } }
      const finding = 'remotes.1.live.extensions: "detalle:usuario" is taken by mf-users'
      expect(slotsOf([person, code], earlier)).toEqual([['detalle:codigo'], [finding]])
    })

    it('lets a slot move to another remote, whose previous owner has releases with it', () => {
      const before = { ...users, previous: [{ ...users.live, version: '0.9.0', extensions: [person] }] }
      expect(slotsOf([person], before)).toEqual([['detalle:usuario'], []])
      const { remotes } = parse(before)
      expect(remotes[0]?.previous[0]?.extensions).toEqual([person])
    })
  })

  it('lists every finding of every remote', () => {
    const { findings } = parse(codesWith({ version: 7, entry: '' }), users, null)
    expect(findings).toEqual([
      expect.stringContaining('remotes.0.live.version: '),
      expect.stringContaining('remotes.0.live.entry: '),
      expect.stringContaining('remotes.2: '),
    ])
  })

  it('keeps a remote that shares its name with a remote that was left out', () => {
    expect(parse(codesWith({ version: 7 }), codes).remotes.map(({ live }) => live.version)).toEqual(['1.2.0'])
  })

  it.each([
    ['null', null],
    ['another schema', { schema: 1, serial: 7, remotes: [codes] }],
    ['a registry without a serial', { schema: 2, remotes: [codes] }],
    ['remotes that are not a list', { schema: 2, serial: 7, remotes: { codes } }],
    ['a registry without remotes', { schema: 2, serial: 7, remotes: [] }],
    ['a registry without a valid remote', { schema: 2, serial: 7, remotes: [codesWith({ version: '..' })] }],
  ])('rejects %s', (_name, json) => {
    expect(() => parseRegistry(json, registryUrl)).toThrow(`The registry at ${registryUrl} is not valid.`)
  })

  it('reports foreign text in one short line, without direction marks', () => {
    const foreign = `\u202e\n\u0000\ud800${'a'.repeat(1_000_000)}`
    const { findings } = parse(users, codesWith({ builtAt: foreign, tab: foreign, integrity: { [foreign]: foreign } }))
    expect(findings).toHaveLength(4)
    for (const finding of findings) expect(finding).toMatch(/^remotes\.1\.live[ -~“”…]{1,300}$/)
  })

  it('reports why no remote is usable', () => {
    expect(() => parse(codesWith({ version: 7 }))).toThrow(/remotes\.0\.live\.version: .*at least one valid remote/)
  })
})
