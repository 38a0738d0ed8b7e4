import { describe, expect, it } from 'vitest'
import { parseRegistry } from './parse-registry'
import { exampleRelease } from './testing/example'

const codesRelease = exampleRelease({ version: '1.2.0', entry: 'mf-codes/1.2.0/remoteEntry.abc.js' })
const usersTab = { id: 'usuarios', label: 'Usuarios', order: 1, columns: 9 }
const codes = { name: 'mf-codes', live: codesRelease, previous: [] }
const users = { ...codes, name: 'mf-users', live: { ...codesRelease, tab: usersTab } }
const codesWith = (changes: object) => ({ ...codes, live: { ...codesRelease, ...changes } })
const address = 'http://remotes.example/store/registry.json'

const parse = (...remotes: unknown[]) => parseRegistry({ schema: 2, serial: 7, remotes }, address)

describe('parseRegistry', () => {
  it('orders the remotes by tab and resolves entries against the registry', () => {
    const before = exampleRelease({ version: '1.1.0', entry: 'mf-codes/1.1.0/remoteEntry.js' })
    const { serial, remotes, findings } = parse({ ...codes, previous: [before] }, users)
    expect(serial).toBe(7)
    expect(remotes.map(({ name }) => name)).toEqual(['mf-users', 'mf-codes'])
    expect(remotes[1]?.live.entry).toBe('http://remotes.example/store/mf-codes/1.2.0/remoteEntry.abc.js')
    expect(remotes[1]?.previous[0]?.entry).toBe('http://remotes.example/store/mf-codes/1.1.0/remoteEntry.js')
    expect(findings).toEqual([])
  })

  it('orders tabs of the same order by name', () => {
    const { remotes } = parse(
      { ...users, live: { ...users.live, tab: { ...codesRelease.tab, id: 'usuarios' } } },
      codes,
    )
    expect(remotes.map(({ name }) => name)).toEqual(['mf-codes', 'mf-users'])
  })

  it('ignores what it does not know', () => {
    const json = { schema: 2, serial: 7, remotes: [{ ...codesWith({ more: 2 }), more: 3 }], more: 1 }
    expect(parseRegistry(json, address)).toMatchObject({ remotes: [{ name: 'mf-codes' }], findings: [] })
  })

  it.each([
    ['null', null, 'remotes.1: '],
    ['a remote without a tab', codesWith({ tab: undefined }), 'remotes.1.live.tab: '],
    ['a version that leads elsewhere', codesWith({ version: '..' }), 'remotes.1.live.version: '],
    ['a name that is a path', { ...codes, name: '../mf-codes' }, 'remotes.1.name: '],
    ['an empty label', codesWith({ tab: { ...usersTab, label: '' } }), 'remotes.1.live.tab.label: '],
    [
      'an entry that is no address',
      codesWith({ entry: 'http://' }),
      'remotes.1: the entry "http://" of 1.2.0 must be an address',
    ],
    ['a hash that is none', codesWith({ integrity: { 'a.js': 'x' } }), 'remotes.1.live.integrity.a.js: '],
    ['a preload outside of the release', codesWith({ preload: ['../a.js'] }), 'remotes.1.live.preload.0: '],
    ['a time that is none', codesWith({ builtAt: 'today' }), 'remotes.1.live.builtAt: '],
    ['a bad previous release', { ...codes, previous: [{}] }, 'remotes.1.previous.0.'],
    ['too many previous releases', { ...codes, previous: Array(6).fill(codesRelease) }, 'remotes.1.previous: '],
    ['a second remote of one name', { ...codes, name: 'mf-users' }, 'remotes.1.name: "mf-users" is taken'],
    ['a second tab of one id', codesWith({ tab: usersTab }), 'remotes.1.live.tab.id: "usuarios" is taken'],
  ])('leaves %s out and says so', (_name, bad, finding) => {
    const { remotes, findings } = parse(users, bad)
    expect(remotes.map(({ name }) => name)).toEqual(['mf-users'])
    expect(findings[0]).toContain(finding)
  })

  it('names every finding of every remote', () => {
    const { findings } = parse(codesWith({ version: 7, entry: '' }), users, null)
    expect(findings).toEqual([
      expect.stringContaining('remotes.0.live.version: '),
      expect.stringContaining('remotes.0.live.entry: '),
      expect.stringContaining('remotes.2: '),
    ])
  })

  it('keeps a remote whose name only a remote that was left out has taken', () => {
    expect(parse(codesWith({ version: 7 }), codes).remotes.map(({ live }) => live.version)).toEqual(['1.2.0'])
  })

  it.each([
    ['null', null],
    ['another schema', { schema: 1, serial: 7, remotes: [codes] }],
    ['a registry without a serial', { schema: 2, remotes: [codes] }],
    ['remotes that are no list', { schema: 2, serial: 7, remotes: { codes } }],
    ['a registry without remotes', { schema: 2, serial: 7, remotes: [] }],
    ['a registry whose every remote is left out', { schema: 2, serial: 7, remotes: [codesWith({ version: '..' })] }],
  ])('refuses %s', (_name, json) => {
    expect(() => parseRegistry(json, address)).toThrow(`The registry at ${address} is not valid.`)
  })

  it('says why nothing is left', () => {
    expect(() => parse(codesWith({ version: 7 }))).toThrow(/remotes\.0\.live\.version: .*at least one remote/)
  })
})
