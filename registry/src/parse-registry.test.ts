import { describe, expect, it } from 'vitest'
import { parseRegistry } from './parse-registry'

const codes = {
  name: 'mf-codes',
  version: '1.2.0',
  build: 'abc123',
  entry: 'mf-codes/1.2.0/remoteEntry.abc.js',
  tab: { id: 'codigos', label: 'Codigos', order: 2, columns: 6 },
}
const users = { ...codes, name: 'mf-users', tab: { id: 'usuarios', label: 'Usuarios', order: 1, columns: 9 } }
const address = 'http://remotes.example/store/registry.json'

const parse = (...remotes: unknown[]) => parseRegistry({ schema: 1, remotes }, address)

describe('parseRegistry', () => {
  it('orders the remotes by tab and resolves entries against the registry', () => {
    const { remotes, findings } = parse(codes, users)
    expect(remotes.map(({ name }) => name)).toEqual(['mf-users', 'mf-codes'])
    expect(remotes[1]?.entry).toBe('http://remotes.example/store/mf-codes/1.2.0/remoteEntry.abc.js')
    expect(findings).toEqual([])
  })

  it('ignores what it does not know', () => {
    const json = { schema: 1, remotes: [{ ...codes, signature: 'x' }], more: 1 }
    expect(parseRegistry(json, address)).toMatchObject({ remotes: [{ name: 'mf-codes' }], findings: [] })
  })

  it.each([
    ['null', null, 'remotes.1: '],
    ['a remote without a tab', { ...codes, tab: undefined }, 'remotes.1.tab: '],
    ['a version that leads elsewhere', { ...codes, version: '..' }, 'remotes.1.version: '],
    ['a name that is a path', { ...codes, name: '../mf-codes' }, 'remotes.1.name: '],
    ['an empty label', { ...codes, tab: { ...codes.tab, label: '' } }, 'remotes.1.tab.label: '],
    ['an entry that is no address', { ...codes, entry: 'http://' }, 'remotes.1.entry: '],
    ['a second remote of one name', { ...codes, name: 'mf-users' }, 'remotes.1.name: "mf-users" is taken'],
    ['a second tab of one id', { ...codes, tab: users.tab }, 'remotes.1.tab.id: "usuarios" is taken'],
  ])('leaves %s out and says so', (_name, bad, finding) => {
    const { remotes, findings } = parse(users, bad)
    expect(remotes.map(({ name }) => name)).toEqual(['mf-users'])
    expect(findings).toEqual([expect.stringContaining(finding)])
  })

  it('names every finding of every remote', () => {
    const { findings } = parse({ ...codes, version: 7, entry: '' }, users, null)
    expect(findings).toEqual([
      expect.stringContaining('remotes.0.version: '),
      expect.stringContaining('remotes.0.entry: '),
      expect.stringContaining('remotes.2: '),
    ])
  })

  it('keeps a remote whose name only a remote that was left out has taken', () => {
    expect(parse({ ...codes, version: 7 }, codes).remotes.map(({ version }) => version)).toEqual(['1.2.0'])
  })

  it.each([
    ['null', null],
    ['another schema', { schema: 2, remotes: [codes] }],
    ['remotes that are no list', { schema: 1, remotes: { codes } }],
    ['a registry without remotes', { schema: 1, remotes: [] }],
    ['a registry whose every remote is left out', { schema: 1, remotes: [{ ...codes, version: '..' }] }],
  ])('refuses %s', (_name, json) => {
    expect(() => parseRegistry(json, address)).toThrow(`The registry at ${address} is not valid.`)
  })

  it('says why nothing is left', () => {
    expect(() => parse({ ...codes, version: 7 })).toThrow(/remotes\.0\.version: .*at least one remote/)
  })
})
