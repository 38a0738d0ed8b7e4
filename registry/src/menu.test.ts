import { describe, expect, it } from 'vitest'
import { MAX_REMOTES } from './limits'
import type { Listing } from './listed-remote'
import { isConfusable, ownerOfSlot, readMenu } from './menu'
import { exampleListing } from './testing/example'

const codes = exampleListing()
const listing = (id: string, order: number, changes: Partial<Listing> = {}) =>
  exampleListing({ tab: { id, label: id, order }, ...changes })

/** The names of a menu in tab order, and the reasons of its findings. */
function read(remotes: unknown): { names: string[]; reasons: string[] } {
  const menu = readMenu(remotes)
  return { names: menu.remotes.map(({ name }) => name), reasons: menu.findings.map(({ reason }) => reason) }
}

describe('a menu', () => {
  it('is in tab order: by order, then by name', () => {
    const remotes = { b: listing('b', 2), c: listing('c', 1), a: listing('a', 2), d: listing('d', -0.5) }
    expect(read(remotes)).toEqual({ names: ['d', 'c', 'a', 'b'], reasons: [] })
  })

  it('has what is listed, with the epoch 1, no slots and no origins by default', () => {
    const { keys, tab } = codes
    expect(readMenu({ 'mf-codes': { keys, tab, more: 1 } }).remotes).toEqual([
      { name: 'mf-codes', keys, epoch: 1, tab, slots: [], connect: [] },
    ])
  })

  it('may be empty', () => {
    expect(readMenu({})).toEqual({ remotes: [], findings: [] })
  })

  it('knows the owner of a slot', () => {
    const { remotes } = readMenu({ 'mf-codes': { ...codes, slots: ['detalle:codigo'] }, 'mf-users': listing('u', 3) })
    expect(ownerOfSlot(remotes, 'detalle:codigo')?.name).toBe('mf-codes')
    expect(ownerOfSlot(remotes, 'detalle:usuario')).toBeUndefined()
  })

  it('is no list', () => {
    expect(() => readMenu([codes])).toThrow('remotes: must be an object with a listing for each remote, by name')
  })
})

describe('a malformed listing', () => {
  const withTab = (changes: object) => ({ ...codes, tab: { ...codes.tab, ...changes } })

  it.each<[string, unknown, string]>([
    ['null', null, ''],
    ['a list', [codes], 'keys'],
    ['a malformed key', { ...codes, keys: [...codes.keys, 'AAAA'] }, 'keys.1'],
    ['an id that is a path', withTab({ id: '../a' }), 'tab.id'],
    ['an id that a link cannot name', withTab({ id: 'a+b' }), 'tab.id'],
    ['an id that ends with a mark', withTab({ id: 'codigos.' }), 'tab.id'],
    ['an id that begins with a mark', withTab({ id: '@codigos' }), 'tab.id'],
    ['an empty label', withTab({ label: '' }), 'tab.label'],
    ['an order that is infinite', withTab({ order: Number.POSITIVE_INFINITY }), 'tab.order'],
    ['a malformed slot', { ...codes, slots: ['Detalle'] }, 'slots.0'],
    ['an origin with a path', { ...codes, connect: ['https://a.example/v1'] }, 'connect.0'],
    ['an owner of two lines', { ...codes, owner: 'Ana\nLuis' }, 'owner'],
  ])('is left out and reported: %s', (_name, json, path) => {
    const { names, reasons } = read({ 'mf-codes': json, 'mf-users': listing('usuarios', 3) })
    expect(names).toEqual(['mf-users'])
    expect(reasons).toEqual([expect.stringMatching(`^remotes\\.mf-codes${path && `\\.${path}`}: `)])
  })

  it.each(['__proto__', 'constructor', 'prototype', 'toString', '', '.', '../a', 'mf codes', 'MF-codes', 'ñ'])(
    'is left out and reported: the name "%s"',
    (name) => {
      const json = JSON.parse(`{ ${JSON.stringify(name)}: ${JSON.stringify(codes)} }`)
      expect(readMenu({ ...json, 'mf-users': listing('usuarios', 3) })).toMatchObject({
        remotes: [{ name: 'mf-users' }],
        findings: [{ name: '', reason: expect.stringContaining(`remotes.${name}: must be at most 64`) }],
      })
    },
  )

  it('is reported in one short line', () => {
    const name = `\u202e\n${'a'.repeat(10_000)}`
    const { reasons } = read({ [name]: codes, 'mf-codes': { ...codes, owner: name } })
    expect(reasons).toHaveLength(2)
    for (const reason of reasons) expect(reason).toMatch(/^remotes\.[ -~…]{1,300}$/)
  })

  it('leaves what it lists to others', () => {
    const malformed = { ...codes, keys: [], tab: { ...codes.tab, order: 0 } }
    expect(read({ 'mf-a': malformed, 'mf-codes': codes }).names).toEqual(['mf-codes'])
  })
})

describe('of two remotes that look alike, the later one', () => {
  it.each([
    ['ids', listing('codigos', 1), exampleListing({ tab: { id: 'c0d1gos', label: 'b', order: 2 } }), 'tab.id'],
    ['labels', listing('Codigos', 1), exampleListing({ tab: { id: 'b', label: 'Códigos', order: 2 } }), 'tab.label'],
    ['slots', listing('a', 1, { slots: ['x', 'detalle:a1'] }), listing('b', 2, { slots: ['detalle:al'] }), 'slots'],
  ])('is left out and reported: %s', (_name, first, second, place) => {
    const { names, reasons } = read({ 'mf-b': second, 'mf-a': first })
    expect(names).toEqual(['mf-a'])
    expect(reasons).toEqual([expect.stringMatching(`^remotes\\.mf-b\\.${place}: ".*" looks like that of mf-a$`)])
  })

  it('is the later one by name when the order is the same', () => {
    expect(read({ 'mf-b': codes, 'mf-a': codes }).names).toEqual(['mf-a'])
  })

  it('holds nothing that a third one could not have', () => {
    const [a, b, c] = [
      exampleListing({ tab: { id: 'a', label: 'Uno', order: 1 } }),
      exampleListing({ tab: { id: 'b', label: 'UNO', order: 2 }, slots: ['detalle:b'] }),
      exampleListing({ tab: { id: 'B', label: 'Tres', order: 3 }, slots: ['detalle:b'] }),
    ]
    const { names, reasons } = read({ c, b, a })
    expect(names).toEqual(['a', 'c'])
    expect(reasons).toEqual(['remotes.b.tab.label: "UNO" looks like that of a'])
  })

  it('may have an id, a label and a slot of the same text', () => {
    const first = exampleListing({ tab: { id: 'uno', label: 'dos', order: 1 }, slots: ['tres'] })
    const second = exampleListing({ tab: { id: 'dos', label: 'tres', order: 2 }, slots: ['uno'] })
    expect(read({ first, second })).toEqual({ names: ['first', 'second'], reasons: [] })
  })
})

it.each([
  ['ids', { id: 'Codigos', label: 'b' }, true],
  ['labels', { id: 'b', label: 'CÓDIGOS' }, true],
  ['neither', { id: 'b', label: 'c' }, false],
])('knows two tabs whose %s look alike', (_name, other, isAlike) => {
  const codes = { id: 'codigos', label: 'Codigos', order: 1 }
  expect(isConfusable(codes, { ...other, order: 2 })).toBe(isAlike)
})

describe(`more than ${MAX_REMOTES} remotes`, () => {
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, index) => [`mf-${index}`, listing(`t${index}`, index)])

  it('are left out by order, and reported', () => {
    const { names, reasons } = read(Object.fromEntries(numbered(MAX_REMOTES + 1).reverse()))
    expect(names).toEqual(numbered(MAX_REMOTES).map(([name]) => name))
    expect(reasons).toEqual(['remotes.mf-500: comes after 500 others'])
  })

  it('do not count those that are left out', () => {
    const remotes = { ...Object.fromEntries(numbered(MAX_REMOTES)), 'mf-a': listing('T0', 0.5) }
    expect(read(remotes).names).toHaveLength(MAX_REMOTES)
  })
})
