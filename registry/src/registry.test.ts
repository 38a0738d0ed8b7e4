import { describe, expect, it } from 'vitest'
import { containerGlobal, parseRegistry } from './registry'

const codes = {
  name: 'mf-codes',
  version: '1.2.0',
  build: 'abc123',
  entry: 'mf-codes/1.2.0/remoteEntry.abc.js',
  tab: { id: 'codigos', label: 'Codigos', order: 2, columns: 6 },
}
const users = { ...codes, name: 'mf-users', tab: { id: 'usuarios', label: 'Usuarios', order: 1, columns: 9 } }
const address = 'http://remotes.example/store/registry.json'

describe('parseRegistry', () => {
  it('orders the remotes by tab and resolves entries against the registry', () => {
    const remotes = parseRegistry({ schema: 1, remotes: [codes, users] }, address)
    expect(remotes.map(({ name }) => name)).toEqual(['mf-users', 'mf-codes'])
    expect(remotes[1]?.entry).toBe('http://remotes.example/store/mf-codes/1.2.0/remoteEntry.abc.js')
  })

  it('ignores what it does not know', () => {
    expect(parseRegistry({ schema: 1, remotes: [{ ...codes, signature: 'x' }], more: 1 }, address)).toHaveLength(1)
  })

  it.each([
    ['null', null],
    ['another schema', { schema: 2, remotes: [] }],
    ['a registry without remotes', { schema: 1, remotes: [] }],
    ['a remote without a tab', { schema: 1, remotes: [{ ...codes, tab: undefined }] }],
    ['a version that leads elsewhere', { schema: 1, remotes: [{ ...codes, version: '..' }] }],
    ['a name that is a path', { schema: 1, remotes: [{ ...codes, name: '../mf-codes' }] }],
    ['an empty label', { schema: 1, remotes: [{ ...codes, tab: { ...codes.tab, label: '' } }] }],
    ['two remotes of one name', { schema: 1, remotes: [codes, { ...codes, tab: users.tab }] }],
    ['two tabs of one id', { schema: 1, remotes: [codes, { ...codes, name: 'mf-x' }] }],
  ])('refuses %s', (_name, json) => {
    expect(() => parseRegistry(json, address)).toThrow(`The registry at ${address} is not valid.`)
  })

  it('names every finding', () => {
    const broken = { schema: 1, remotes: [{ ...codes, version: 7, entry: '' }] }
    expect(() => parseRegistry(broken, address)).toThrow(/remotes\.0\.version.*remotes\.0\.entry/)
  })
})

it('gives each build a container of its own', () => {
  expect(containerGlobal(codes)).not.toBe(containerGlobal({ ...codes, build: 'def456' }))
})
