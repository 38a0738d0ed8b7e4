import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MAX_REMOTES } from './limits'
import type { Listing } from './listed-remote'
import { isConfusable, ownerOfSlot, readMenu } from './menu'
import { exampleListing } from './testing/example'
import { createTestKey } from './testing/signing'

const codes = exampleListing()
const listing = (id: string, order: number, changes: Partial<Listing> = {}) =>
  exampleListing({ tab: { id, label: id, order }, ...changes })
const labelled = (label: string, order: number) => exampleListing({ tab: { id: `id${order}`, label, order } })

/** The names of a menu in tab order, and the reasons of its findings. */
function read(remotes: unknown): { names: string[]; reasons: string[] } {
  const menu = readMenu(JSON.parse(JSON.stringify(remotes)))
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

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['null', null],
    ['a list', [{ name: 'mf-codes', ...codes }]],
    ['a text', 'mf-codes'],
    ['a number', 1],
  ])('is rejected when it is %s', (_name, json) => {
    expect(() => readMenu(json)).toThrow('remotes: must be an object with a listing for each remote, by name')
  })
})

describe('a malformed listing', () => {
  const withTab = (changes: object) => ({ ...codes, tab: { ...codes.tab, ...changes } })

  it.each<[string, unknown, string]>([
    ['null', null, ''],
    ['a text', 'mf-codes', ''],
    ['a list', [codes], 'keys'],
    ['no keys', { ...codes, keys: undefined }, 'keys'],
    ['an empty list of keys', { ...codes, keys: [] }, 'keys'],
    ['keys that are a text', { ...codes, keys: codes.keys[0] }, 'keys'],
    ['a malformed key', { ...codes, keys: [...codes.keys, 'AAAA'] }, 'keys.1'],
    ['a key that is null', { ...codes, keys: [null] }, 'keys.0'],
    ['a key in PEM', { ...codes, keys: ['-----BEGIN PUBLIC KEY-----'] }, 'keys.0'],
    ['11 keys', { ...codes, keys: Array(11).fill(codes.keys[0]) }, 'keys'],
    ['no tab', { ...codes, tab: undefined }, 'tab'],
    ['a tab that is a text', { ...codes, tab: 'Codigos' }, 'tab'],
    ['no id', withTab({ id: undefined }), 'tab.id'],
    ['an id that is a path', withTab({ id: '../a' }), 'tab.id'],
    ['an id that a link cannot name', withTab({ id: 'a+b' }), 'tab.id'],
    ['an id that ends with a mark', withTab({ id: 'codigos.' }), 'tab.id'],
    ['an id that begins with a mark', withTab({ id: '@codigos' }), 'tab.id'],
    ['an id in full width', withTab({ id: 'ｃｏｄｉｇｏｓ' }), 'tab.id'],
    ['no label', withTab({ label: undefined }), 'tab.label'],
    ['an empty label', withTab({ label: '' }), 'tab.label'],
    ['a label in full width', withTab({ label: 'Ｃｏｄｉｇｏｓ' }), 'tab.label'],
    ['a label with another letter o', withTab({ label: 'C\u043edigos' }), 'tab.label'],
    ['a label with an invisible character', withTab({ label: 'Codi\u200bgos' }), 'tab.label'],
    ['no order', withTab({ order: undefined }), 'tab.order'],
    ['an order that is a text', withTab({ order: '2' }), 'tab.order'],
    ['an order that is the text NaN', withTab({ order: 'NaN' }), 'tab.order'],
    ['an order that is null', withTab({ order: null }), 'tab.order'],
    ['an order that is a list', withTab({ order: [2] }), 'tab.order'],
    ['slots that are a text', { ...codes, slots: 'detalle:codigo' }, 'slots'],
    ['slots that are null', { ...codes, slots: null }, 'slots'],
    ['a malformed slot', { ...codes, slots: ['Detalle'] }, 'slots.0'],
    ['21 slots', { ...codes, slots: Array.from({ length: 21 }, (_, index) => `a${index}`) }, 'slots'],
    ['an origin with a path', { ...codes, connect: ['https://a.example/v1'] }, 'connect.0'],
    ['an owner of two lines', { ...codes, owner: 'Ana\nLuis' }, 'owner'],
  ])('is left out and reported: %s', (_name, json, path) => {
    const { names, reasons } = read({ 'mf-codes': json, 'mf-users': listing('usuarios', 3) })
    expect(names).toEqual(['mf-users'])
    expect(reasons).toEqual([expect.stringMatching(`^remotes\\.mf-codes${path && `\\.${path}`}: `)])
  })

  it.each(['1e999', '-1e999'])('is left out and reported: the order %s', (order) => {
    const json = JSON.parse(JSON.stringify({ 'mf-codes': codes }).replace('"order":2', `"order":${order}`))
    expect(readMenu(json)).toEqual({
      remotes: [],
      findings: [{ name: 'mf-codes', reason: expect.stringMatching(/^remotes\.mf-codes\.tab\.order: /) }],
    })
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
    const name = `\u202e\n${'a'.repeat(1_000_000)}`
    const { reasons } = read({ [name]: codes, 'mf-codes': { ...codes, owner: name } })
    expect(reasons).toHaveLength(2)
    for (const reason of reasons) expect(reason).toMatch(/^remotes\.[ -~…]{1,300}$/)
  })

  it('leaves what it lists to others', () => {
    const malformed = { ...codes, keys: [], tab: { ...codes.tab, order: 0 } }
    expect(read({ 'mf-a': malformed, 'mf-codes': codes }).names).toEqual(['mf-codes'])
  })
})

describe('of two remotes that clash, the later one', () => {
  it.each([
    [
      'ids that differ by case',
      listing('codigos', 1),
      exampleListing({ tab: { id: 'Codigos', label: 'b', order: 2 } }),
      'tab.id',
    ],
    [
      'ids that look the same',
      listing('codigos', 1),
      exampleListing({ tab: { id: 'c0d1gos', label: 'b', order: 2 } }),
      'tab.id',
    ],
    ['the same label', labelled('Codigos', 1), labelled('Codigos', 2), 'tab.label'],
    ['labels that differ by case', labelled('Codigos', 1), labelled('CODIGOS', 2), 'tab.label'],
    ['labels that differ by accents', labelled('Codigos', 1), labelled('Códigos', 2), 'tab.label'],
    ['labels with 1 and l', labelled('Nivel', 1), labelled('Nive1', 2), 'tab.label'],
    ['labels with rn and m', labelled('Premios', 1), labelled('Prernios', 2), 'tab.label'],
    ['labels with ¡ and i', labelled('Usuarios', 1), labelled('Usuar¡os', 2), 'tab.label'],
    ['labels with ſ and s', labelled('Usuarios', 1), labelled('Uſuarios', 2), 'tab.label'],
    ['labels with vv and w', labelled('News', 1), labelled('Nevvs', 2), 'tab.label'],
    ['labels that differ by spaces', labelled('Puntos de venta', 1), labelled('Puntos-deventa', 2), 'tab.label'],
    [
      'the same slot',
      listing('a', 1, { slots: ['x', 'detalle:a'] }),
      listing('b', 2, { slots: ['detalle:a'] }),
      'slots',
    ],
    [
      'slots that look the same',
      listing('a', 1, { slots: ['detalle:a1'] }),
      listing('b', 2, { slots: ['detalle:al'] }),
      'slots',
    ],
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

it(`takes at most 60 KB (gzip) for ${MAX_REMOTES} remotes without settings and with one key each`, async () => {
  const keys = await Promise.all(Array.from({ length: MAX_REMOTES }, createTestKey))
  const remotes = Object.fromEntries(
    keys.map(({ publicKey }, index) => [
      `mf-campaign-${index}`,
      { keys: [publicKey], tab: { id: `campana-${index}`, label: `Campaña ${index}`, order: index } },
    ]),
  )
  expect(readMenu(remotes).remotes).toHaveLength(MAX_REMOTES)
  expect(gzipSync(JSON.stringify({ remotes })).length).toBeLessThanOrEqual(60_000)
})
