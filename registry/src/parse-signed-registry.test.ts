import { describe, expect, it } from 'vitest'
import type { Authority } from './authority'
import { parseSignedRegistry, type Serials } from './parse-signed-registry'
import { keyIdOf } from './signature'
import { exampleRelease } from './testing/example'
import { createTestKey, exampleEntry, signEntry, signedRegistry } from './testing/signing'

const registryUrl = 'http://remotes.example/store/registry.json'
const [operator, codesKey, usersKey, unknownKey] = await Promise.all([
  createTestKey(),
  createTestKey(),
  createTestKey(),
  createTestKey(),
])
const keyId = await keyIdOf(codesKey.publicKey)
const authority: Authority = {
  storeId: 'store-1',
  operatorKeys: [operator.publicKey],
  remotes: {
    'mf-users': {
      keys: [usersKey.publicKey],
      tab: { id: 'usuarios', label: 'Usuarios', order: 1 },
      slots: ['detalle:usuario'],
    },
    'mf-codes': {
      keys: [codesKey.publicKey],
      tab: { id: 'codigos', label: 'Codigos', order: 2 },
      slots: ['detalle:codigo'],
    },
  },
}

const codesRelease = exampleRelease({ version: '1.3.0' })
const codes = exampleEntry('mf-codes', codesRelease, { serial: 20 })
const users = await signEntry(
  exampleEntry('mf-users', exampleRelease({ tab: { id: 'usuarios', label: 'Usuarios', order: 1 } })),
  usersKey,
)
const withTab = (changes: object) => exampleRelease({ tab: { ...codesRelease.tab, ...changes } })
const slotOf = (slot: string) => ({ extensions: [{ slot, module: `./${slot}`, preload: [] }] })

/** Parses a registry with Usuarios and these entries. */
async function parse(entries: Record<string, unknown>[], options: { seen?: Serials; stamp?: object } = {}) {
  const registry = await signedRegistry({ remotes: [users, ...entries], stamp: options.stamp ?? {} }, operator)
  const sent = JSON.parse(JSON.stringify(registry))
  const {
    remotes,
    entries: accepted,
    ...parsed
  } = await parseSignedRegistry(sent, registryUrl, authority, options.seen)
  return {
    ...parsed,
    tabs: remotes.map(({ name, live, previous }) => [name, live.version, ...previous.map(({ version }) => version)]),
    accepted: accepted.map(({ name }) => name),
  }
}
const USERS = ['mf-users', '1.0.0']
const CODES = ['mf-codes', '1.3.0']

describe('an accepted entry', () => {
  it.each([
    ['the key of its remote', codesKey],
    ['the key of an operator', operator],
  ])('is signed with %s', async (_name, key) => {
    const { tabs, accepted, findings, serials, stampFinding } = await parse([await signEntry(codes, key)])
    expect(tabs).toEqual([USERS, CODES])
    expect(accepted).toEqual(['mf-users', 'mf-codes'])
    expect(findings).toEqual([])
    expect(serials['mf-codes']).toEqual({ serial: 20, keyId: await keyIdOf(key.publicKey) })
    expect(stampFinding(Date.now())).toBeUndefined()
  })

  it('has an absolute URL', async () => {
    const registry = await signedRegistry({ remotes: [await signEntry(codes, codesKey)] }, operator)
    const { remotes } = await parseSignedRegistry(registry, registryUrl, authority)
    expect(remotes[0]?.live.entry).toBe('http://remotes.example/store/mf-codes/1.0.0/remoteEntry.js')
  })

  it('may have unknown fields and names, which are signed', async () => {
    const own = JSON.parse('{ "__proto__": { "live": null }, "constructor": 1, "more": { "toJSON": 1 } }')
    const signed = await signEntry({ ...codes, ...own, live: { ...codesRelease, ...own } }, codesKey)
    expect((await parse([signed])).tabs).toEqual([USERS, CODES])
    for (const name of ['__proto__', 'constructor', 'more']) {
      const changed = JSON.parse(JSON.stringify(signed).replace(`"${name}"`, `"${name}2"`))
      expect((await parse([changed])).findings).toMatchObject([{ reason: expect.stringContaining('altered') }])
    }
  })

  it('may be newer than its stamp and than the last one seen', async () => {
    const seen = { 'mf-codes': { serial: 20, keyId } }
    const signed = await signEntry(codes, codesKey)
    expect((await parse([signed], { seen, stamp: { serials: { 'mf-codes': 19 } } })).tabs).toEqual([USERS, CODES])
  })

  it('loses withdrawn versions among its fallbacks', async () => {
    const previous = ['1.2.0', '1.1.0', '1.0.0'].map((version) => exampleRelease({ version }))
    const { tabs, findings } = await parse([
      await signEntry({ ...codes, previous, withdrawn: ['1.2.0', '1.0.0', '9.9.9'] }, codesKey),
    ])
    expect(tabs).toEqual([USERS, [...CODES, '1.1.0']])
    expect(findings).toEqual([])
  })

  it('uses its first valid previous release in place of a malformed live one, and reports it', async () => {
    const previous = [exampleRelease({ version: '1.2.0' })]
    const { tabs, findings } = await parse([await signEntry({ ...codes, live: {}, previous }, codesKey)])
    expect(tabs).toEqual([USERS, ['mf-codes', '1.2.0']])
    expect(findings).toMatchObject([{ name: 'mf-codes', reason: expect.stringContaining('remotes.1.live.version') }])
  })

  it('without a live release removes the tab of a retired remote', async () => {
    const { tabs, accepted, findings } = await parse([await signEntry({ ...codes, live: null }, codesKey)])
    expect(tabs).toEqual([USERS])
    expect(accepted).toEqual(['mf-users', 'mf-codes'])
    expect(findings).toEqual([])
  })

  it('of a remote that is not listed has no reserved tab or slot', async () => {
    const release = withTab({ id: 'premios', label: 'Premios', order: 6 })
    const premios = await signEntry(exampleEntry('mf-premios', { ...release, ...slotOf('detalle:premio') }), operator)
    expect((await parse([premios])).tabs).toEqual([USERS, ['mf-premios', '1.0.0']])
  })
})

const signedCodes = await signEntry(codes, codesKey)
const altered = (change: (text: string) => string) => JSON.parse(change(JSON.stringify(signedCodes)))
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
const premios = (changes: object) =>
  signEntry(
    exampleEntry('mf-premios', {
      ...withTab({ id: 'premios', label: 'Premios', order: 6, ...changes }),
      ...changes,
    }),
    operator,
  )

/** Entries that are refused, with the reason that is reported, and the key. */
const refused: [string, () => unknown, RegExp, string | undefined][] = [
  ['signed by another team', () => signEntry(codes, usersKey), /^mf-codes is signed with key .*, not with/, 'users'],
  ['signed by an unknown or revoked key', () => signEntry(codes, unknownKey), /is signed with key/, 'unknown'],
  [
    'signed by another key under the id of its own',
    async () => {
      const { signature, ...entry } = await signEntry(codes, unknownKey)
      return { ...entry, signature: { ...signature, keyId } }
    },
    /was altered/,
    'codes',
  ],
  ['of another store', () => signEntry(codes, codesKey, 'store-2'), /mf-codes was altered/, 'codes'],
  ['with another version', () => altered((text) => text.replace('"1.3.0"', '"6.6.6"')), /was altered/, 'codes'],
  ['under the name of another remote', () => ({ ...users, name: 'mf-codes' }), /is signed with key/, 'users'],
  ['without a signature', () => codes, /remotes\.1\.signature: /, undefined],
  ['whose serial is a text', () => signEntry({ ...codes, serial: '20' }, codesKey), /remotes\.1\.serial: /, undefined],
  [
    'without withdrawn',
    () => signEntry({ ...codes, withdrawn: undefined }, codesKey),
    /remotes\.1\.withdrawn: /,
    undefined,
  ],
  ['older than the stamp', () => signEntry({ ...codes, serial: 14 }, codesKey), /serial 14, .* older than 15/, 'codes'],
  [
    'with a withdrawn live version',
    () => signEntry({ ...codes, withdrawn: ['1.3.0'], previous: [exampleRelease()] }, codesKey),
    /the live version 1\.3\.0, which is withdrawn/,
    'codes',
  ],
  ...[{ id: 'usuarios' }, { id: 'otra' }, { label: 'Usuarios' }, { label: 'Otra' }, { order: 1 }, { order: 7 }].map(
    (changes): [string, () => unknown, RegExp, string] => [
      `with the tab ${JSON.stringify(changes)}`,
      () => signEntry({ ...codes, live: withTab(changes) }, codesKey),
      /^mf-codes has the tab .*, which is not reserved for it$/,
      'codes',
    ],
  ),
  ...['detalle:usuario', 'detalle:nuevo'].map((slot): [string, () => unknown, RegExp, string] => [
    `with the slot ${slot}`,
    () => signEntry({ ...codes, live: { ...codesRelease, ...slotOf(slot) } }, codesKey),
    new RegExp(`^mf-codes provides the slot ${slot}, which is not reserved for it$`),
    'codes',
  ]),
  ['with deep nesting', () => ({ ...signedCodes, more: nested(100_000) }), /mf-codes cannot be verified: /, 'codes'],
  ['with half a letter', () => ({ ...signedCodes, more: '\ud800' }), /mf-codes cannot be verified: /, 'codes'],
  [
    'with a number that no JSON has',
    () => ({ ...signedCodes, more: Number.POSITIVE_INFINITY }),
    /altered|cannot/,
    'codes',
  ],
  [
    'with an own __proto__',
    () => altered((text) => text.replace('{', '{"__proto__":{"a":1},')),
    /was altered/,
    'codes',
  ],
  [
    'that has no valid release',
    () => signEntry({ ...codes, live: {} }, codesKey),
    /remotes\.1\.live\.version/,
    'codes',
  ],
]
const keyIds: Record<string, string> = {
  codes: keyId,
  users: await keyIdOf(usersKey.publicKey),
  unknown: await keyIdOf(unknownKey.publicKey),
}

describe.each(refused)('an entry %s', (_name, entry, reason, key) => {
  it('is refused and reported once, and the others work', async () => {
    const remotes = [users, Object(await entry())]
    const registry = await signedRegistry({ remotes, stamp: { serials: { 'mf-users': 10, 'mf-codes': 15 } } }, operator)
    const parsed = await parseSignedRegistry(registry, registryUrl, authority)
    expect(parsed.remotes.map(({ name }) => name)).toEqual(['mf-users'])
    expect(parsed.entries.map(({ name }) => name)).toEqual(['mf-users'])
    expect(Object.keys(parsed.serials)).toEqual(['mf-users'])
    expect(parsed.findings).toEqual([
      { name: 'mf-codes', reason: expect.stringMatching(reason), keyId: key && keyIds[key] },
    ])
  })
})

describe('an entry of a remote that is not listed', () => {
  it.each([
    ['the id', { id: 'codigos' }],
    ['a label like the one', { label: 'Códigos' }],
    ['the order', { order: 2 }],
    ['the slot', slotOf('detalle:codigo')],
  ])('is refused with %s of another remote', async (_name, changes) => {
    expect(await parse([await premios(changes)])).toMatchObject({
      tabs: [USERS],
      findings: [{ name: 'mf-premios', reason: expect.stringContaining('is not reserved for it') }],
    })
  })

  it('is refused without the signature of an operator', async () => {
    const release = withTab({ id: 'premios', label: 'Premios', order: 6 })
    const entry = await signEntry(exampleEntry('mf-premios', release), codesKey)
    expect(await parse([entry])).toMatchObject({ tabs: [USERS], findings: [{ name: 'mf-premios', keyId }] })
  })
})

describe('a replay', () => {
  const seen = (serial: number, of = keyId) => ({ 'mf-codes': { serial, keyId: of } })
  const stamp = { serials: {} }

  it('is refused by a browser that has seen a newer entry', async () => {
    expect(await parse([signedCodes], { seen: seen(21), stamp })).toMatchObject({
      tabs: [USERS],
      findings: [{ name: 'mf-codes', reason: 'mf-codes has the serial 20, which is older than 21', keyId }],
    })
  })

  it('is refused by a new browser when the stamp is newer, even an expired one', async () => {
    const serials = { 'mf-codes': 21 }
    const expired = { at: '2026-01-01T00:00:00.000Z', expires: '2026-01-08T00:00:00.000Z', serials }
    expect((await parse([signedCodes], { stamp: { serials } })).tabs).toEqual([USERS])
    expect((await parse([signedCodes], { stamp: expired })).tabs).toEqual([USERS])
  })

  it('is not prevented by a serial that a revoked key has set', async () => {
    const revoked = await keyIdOf(unknownKey.publicKey)
    expect((await parse([signedCodes], { seen: seen(Number.MAX_SAFE_INTEGER, revoked), stamp })).tabs).toEqual([
      USERS,
      CODES,
    ])
    expect((await parse([signedCodes], { seen: seen(21, await keyIdOf(operator.publicKey)), stamp })).tabs).toEqual([
      USERS,
    ])
  })

  it('beside the newer entry is refused', async () => {
    const newer = await signEntry({ ...codes, serial: 21, live: null }, codesKey)
    const { tabs, findings } = await parse([newer, signedCodes], { stamp })
    expect(tabs).toEqual([USERS])
    expect(findings).toMatchObject([{ reason: 'mf-codes is listed twice' }])
  })
})

it.each([
  ['seen', { seen: { 'mf-codes': { serial: 20, keyId } } }],
  ['stamped', { stamp: { serials: { 'mf-users': 10, 'mf-codes': 20 } } }],
])('reports a %s remote without an entry', async (_name, options) => {
  const { tabs, findings, withdrawn } = await parse([], options)
  expect(tabs).toEqual([USERS])
  expect(findings).toEqual([{ name: 'mf-codes', reason: 'mf-codes has no entry' }])
  expect(withdrawn.get('mf-codes')).toEqual([])
})

it('names the withdrawn versions of a refused entry, but only of a signed one', async () => {
  const entry = { ...codes, live: withTab({ order: 7 }), withdrawn: ['1.3.0'] }
  expect((await parse([await signEntry(entry, codesKey)])).withdrawn.get('mf-codes')).toEqual(['1.3.0'])
  expect((await parse([await signEntry(entry, usersKey)])).withdrawn.get('mf-codes')).toEqual([])
})

describe('a stamp', () => {
  const at = '2026-11-20T12:00:00.000Z'
  const expires = '2026-11-27T12:00:00.000Z'
  const operatorId = keyIdOf(operator.publicKey)
  const findingAt = async (stamp: object, now: string) => {
    const { tabs, stampFinding } = await parse([signedCodes], { stamp })
    expect(tabs).toEqual([USERS, CODES])
    return stampFinding(Date.parse(now))
  }

  it('is valid until it expires, for clocks that are an hour behind too', async () => {
    for (const now of [at, '2026-11-20T11:00:00.000Z', '2026-11-27T11:59:59.999Z'])
      expect(await findingAt({ at, expires }, now)).toBeUndefined()
  })

  it.each([
    ['in the past', { at, expires }, expires, /^stamp of 2026-11-20.* is stale/],
    ['in the future', { at, expires }, '2026-11-20T10:59:59.000Z', /stale/],
    ['of 2500', { at: '2500-01-01T00:00:00.000Z', expires: '2500-01-02T00:00:00.000Z' }, at, /stale/],
    ['until 2500', { at, expires: '2500-01-01T00:00:00.000Z' }, at, /stale/],
  ])('%s is reported, and the tabs stay', async (_name, stamp, now, reason) => {
    expect(await findingAt(stamp, now)).toEqual({ reason: expect.stringMatching(reason), keyId: await operatorId })
  })

  const stampWith = async (stamp: object) => (await signedRegistry({ remotes: [], stamp }, operator)).stamp

  it.each([
    ['is missing', () => undefined, /^stamp: /],
    ['is a text', () => 'today', /^stamp: /],
    ['is of no day', async () => stampWith({ at: '2026-13-45T00:00:00.000Z' }), /^stamp.at: Invalid/],
    ['is of a team', async () => (await signedRegistry({ remotes: [] }, codesKey)).stamp, /^stamp is signed with key/],
    [
      'is of another store',
      async () => (await signedRegistry({ remotes: [], storeId: 'b' }, operator)).stamp,
      /altered/,
    ],
    [
      'has other serials than it was signed for',
      async () => ({
        ...(await signedRegistry({ remotes: [] }, operator)).stamp,
        serials: { 'mf-codes': 99, 'mf-a': 1 },
      }),
      /altered/,
    ],
  ])('that %s is reported, and its serials do not count', async (_name, stamp, reason) => {
    const registry = { ...(await signedRegistry({ remotes: [users, signedCodes] }, operator)), stamp: await stamp() }
    const sent = JSON.parse(JSON.stringify(registry))
    const { remotes, findings, stampFinding } = await parseSignedRegistry(sent, registryUrl, authority)
    expect(remotes).toHaveLength(2)
    expect(findings).toEqual([])
    expect(stampFinding(Date.now())?.reason).toMatch(reason)
  })
})

it.each([
  ['null', null],
  ['a list', []],
  ['schema 2', { schema: 2, serial: 1, storeId: 'store-1', remotes: [] }],
  ['another store', { schema: 3, storeId: 'store-2', remotes: [] }],
  ['no store', { schema: 3, remotes: [] }],
  ['too many remotes', { schema: 3, storeId: 'store-1', remotes: Array(101).fill(null) }],
])('rejects a registry that is %s', async (_name, json) => {
  await expect(parseSignedRegistry(json, registryUrl, authority)).rejects.toThrow(`The registry at ${registryUrl}`)
})
