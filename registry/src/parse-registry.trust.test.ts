import { describe, expect, it } from 'vitest'
import { parseRegistry, type Serials } from './parse-registry'
import { readAuthority } from './shell-config'
import { keyIdOf } from './signature'
import { exampleListing, exampleRelease } from './testing/example'
import { createTestKey, exampleEntry, exampleRegistry, signEntry } from './testing/signing'

const [operator, codesKey, usersKey, unknownKey] = await Promise.all([
  createTestKey(),
  createTestKey(),
  createTestKey(),
  createTestKey(),
])
const keyId = await keyIdOf(codesKey.publicKey)
const remotes = {
  'mf-users': exampleListing({
    keys: [usersKey.publicKey],
    tab: { id: 'usuarios', label: 'Usuarios', order: 1 },
  }),
  'mf-codes': exampleListing({ keys: [codesKey.publicKey] }),
}
const settings = { storeId: 'store-1', operatorKeys: [operator.publicKey], remotes }
const authority = readAuthority(settings)

const codesRelease = exampleRelease({ version: '1.3.0' })
const codes = exampleEntry('mf-codes', codesRelease, { serial: 20 })
const users = await signEntry(exampleEntry('mf-users', exampleRelease()), usersKey)
const USERS = ['mf-users', '1.0.0']
const CODES = ['mf-codes', '1.3.0']

/** Parses a registry with Usuarios and these entries. */
async function parse(entries: Record<string, unknown>[], seen?: Serials, by = authority) {
  const sent = JSON.parse(JSON.stringify(exampleRegistry([users, ...entries])))
  const parsed = await parseRegistry(sent, 'http://remotes.example/store', by, seen)
  return {
    ...parsed,
    tabs: parsed.remotes.map(({ name, live }) => [name, live.version]),
    accepted: parsed.entries.map(({ name }) => name),
  }
}

describe('an accepted entry', () => {
  it.each([
    ['the key of its remote', codesKey],
    ['the key of an operator', operator],
  ])('is signed with %s', async (_name, key) => {
    const { tabs, accepted, findings, serials } = await parse([await signEntry(codes, key)])
    expect(tabs).toEqual([USERS, CODES])
    expect(accepted).toEqual(['mf-users', 'mf-codes'])
    expect(findings).toEqual([])
    expect(serials['mf-codes']).toEqual({ serial: 20, keyId: await keyIdOf(key.publicKey) })
  })

  it('is as it was read, so that it can be verified again', async () => {
    const entry = await signEntry({ ...codes, more: 1 }, codesKey)
    const { entries } = await parse([entry])
    expect(entries[1]).toEqual(entry)
    expect((await parse(entries.slice(1))).tabs).toEqual([USERS, CODES])
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

  it('may be newer than the last one seen, or the same', async () => {
    const signed = await signEntry(codes, codesKey)
    for (const serial of [19, 20])
      expect((await parse([signed], { 'mf-codes': { serial, keyId } })).tabs).toEqual([USERS, CODES])
  })
})

const signedCodes = await signEntry(codes, codesKey)
const altered = (change: (text: string) => string) => JSON.parse(change(JSON.stringify(signedCodes)))
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

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
  ['with a signature that is not base64', () => ({ ...codes, signature: { keyId, value: '?' } }), /value: /, undefined],
  ['whose serial is a text', () => signEntry({ ...codes, serial: '20' }, codesKey), /remotes\.1\.serial: /, undefined],
  [
    'without withdrawn',
    () => signEntry({ ...codes, withdrawn: undefined }, codesKey),
    /remotes\.1\.withdrawn: /,
    undefined,
  ],
  [
    'older than the last one seen',
    () => signEntry({ ...codes, serial: 14 }, codesKey),
    /14, .* older than 15/,
    'codes',
  ],
  [
    'with a withdrawn live version',
    () => signEntry({ ...codes, withdrawn: ['1.3.0'], previous: [exampleRelease()] }, codesKey),
    /the live version 1\.3\.0, which is withdrawn/,
    'codes',
  ],
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
    const registry = exampleRegistry([users, Object(await entry())])
    const seen = { 'mf-codes': { serial: 15, keyId } }
    const parsed = await parseRegistry(registry, 'http://remotes.example/store', authority, seen)
    expect(parsed.remotes.map(({ name }) => name)).toEqual(['mf-users'])
    expect(parsed.entries.map(({ name }) => name)).toEqual(['mf-users'])
    expect(Object.keys(parsed.serials)).toEqual(['mf-users'])
    expect(parsed.findings).toEqual([
      { name: 'mf-codes', reason: expect.stringMatching(reason), keyId: key && keyIds[key] },
    ])
  })
})

describe('an entry of a remote that the operator does not list', () => {
  const { 'mf-users': _, ...others } = remotes

  it.each(['mf-premios', 'mf-users'])('is ignored, also when an operator signed it: %s', async (name) => {
    const entry = await signEntry(exampleEntry(name, codesRelease), operator)
    const seen = { [name]: { serial: 99, keyId } }
    const parsed = await parseRegistry(
      exampleRegistry([signedCodes, entry]),
      'http://remotes.example/store',
      readAuthority({ ...settings, remotes: others }),
      seen,
    )
    expect(parsed).toMatchObject({ remotes: [{ name: 'mf-codes' }], findings: [] })
    expect(Object.keys(parsed.serials)).toEqual(['mf-codes'])
  })

  it('is not missed', async () => {
    expect((await parse([signedCodes], { 'mf-premios': { serial: 1, keyId } })).findings).toEqual([])
  })
})

describe('a replay', () => {
  const seen = (serial: number, of = keyId) => ({ 'mf-codes': { serial, keyId: of } })

  it('is refused by a browser that has seen a newer entry', async () => {
    expect(await parse([signedCodes], seen(21))).toMatchObject({
      tabs: [USERS],
      findings: [{ name: 'mf-codes', reason: 'mf-codes has the serial 20, which is older than 21', keyId }],
    })
    expect((await parse([signedCodes], seen(21, await keyIdOf(operator.publicKey)))).tabs).toEqual([USERS])
  })

  it('is not prevented by a serial that a revoked key has set', async () => {
    const revoked = await keyIdOf(unknownKey.publicKey)
    expect((await parse([signedCodes], seen(Number.MAX_SAFE_INTEGER, revoked))).tabs).toEqual([USERS, CODES])
  })

  it('beside the newer entry is refused', async () => {
    const newer = await signEntry({ ...codes, serial: 21, live: exampleRelease({ version: '1.4.0' }) }, codesKey)
    const { tabs, findings } = await parse([newer, signedCodes])
    expect(tabs).toEqual([USERS, ['mf-codes', '1.4.0']])
    expect(findings).toMatchObject([{ reason: 'mf-codes is listed twice' }])
  })
})

it('keeps an entry beside another one of its name that is refused', async () => {
  const { tabs, findings } = await parse([await signEntry(codes, unknownKey), signedCodes])
  expect(tabs).toEqual([USERS, CODES])
  expect(findings).toMatchObject([{ reason: expect.stringContaining('is signed with key') }])
})

describe('a rotation of a key', () => {
  const by = (...keys: string[]) =>
    readAuthority({ ...settings, remotes: { ...remotes, 'mf-codes': { ...remotes['mf-codes'], keys } } })
  const both = by(codesKey.publicKey, unknownKey.publicKey)
  const renewed = signEntry({ ...codes, serial: 21 }, unknownKey)

  it('accepts both keys while both are listed', async () => {
    expect((await parse([signedCodes], {}, both)).tabs).toEqual([USERS, CODES])
    expect((await parse([await renewed], { 'mf-codes': { serial: 20, keyId } }, both)).tabs).toEqual([USERS, CODES])
  })

  it('refuses the entry of the old key once it is removed', async () => {
    const after = by(unknownKey.publicKey)
    expect((await parse([await renewed], {}, after)).tabs).toEqual([USERS, CODES])
    expect((await parse([signedCodes], {}, after)).tabs).toEqual([USERS])
  })
})

it('reports a remote without an entry that was seen before', async () => {
  const { tabs, findings, withdrawn } = await parse([], { 'mf-codes': { serial: 20, keyId } })
  expect(tabs).toEqual([USERS])
  expect(findings).toEqual([{ name: 'mf-codes', reason: 'mf-codes has no entry' }])
  expect(withdrawn.get('mf-codes')).toEqual([])
})

it('reports no remote that was never released', async () => {
  expect((await parse([])).findings).toEqual([])
})

it('names the withdrawn versions of refused entries, but only of signed ones', async () => {
  const entry = { ...codes, withdrawn: ['1.3.0'] }
  const signed = await signEntry(entry, codesKey)
  const foreign = await signEntry({ ...codes, withdrawn: ['1.2.0'] }, usersKey)
  expect((await parse([signed])).withdrawn.get('mf-codes')).toEqual(['1.3.0'])
  expect((await parse([foreign])).withdrawn.get('mf-codes')).toEqual([])
  expect((await parse([signed, foreign])).withdrawn.get('mf-codes')).toEqual(['1.3.0'])
})
