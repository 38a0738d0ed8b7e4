import { describe, expect, it } from 'vitest'
import { stateUrl } from './login-config'
import { readState, type SeenState, StateRefused } from './read-state'
import { readAuthority } from './shell-config'
import { keyIdOf } from './signature'
import { hashOf } from './state'
import { exampleCandidate, exampleListing, exampleRelease } from './testing/example'
import { createTestKey, exampleState, signState } from './testing/signing'

const storeUrl = 'http://remotes.example/store'
const [operator, codesKey, usersKey] = await Promise.all([createTestKey(), createTestKey(), createTestKey()])
const codesListing = exampleListing({ keys: [codesKey.publicKey] })
const authorityWith = (listing: object) =>
  readAuthority({
    storeId: 'store-1',
    operatorKeys: [operator.publicKey],
    remotes: {
      'mf-codes': { ...codesListing, ...listing },
      'mf-users': exampleListing({ keys: [usersKey.publicKey], tab: { id: 'usuarios', label: 'Usuarios', order: 1 } }),
    },
  })
const authority = authorityWith({})
const codesRelease = exampleRelease({ version: '1.2.0', entry: 'mf-codes/1.2.0/remoteEntry.abc.js' })
const codes = exampleState({ n: 20, live: codesRelease })
const codesWith = (changes: object) => ({ ...codes, live: { ...codesRelease, ...changes } })
const releaseOf = (version: string, changes = {}) => exampleRelease({ version, ...changes })

/** Reads a state of mf-codes, signed by its team unless it is signed already. */
async function read(state: Record<string, unknown> | null, seen?: SeenState, by = authority) {
  const signed = !state || 'signature' in state ? state : await signState(state, codesKey)
  const accepted = await readState(signed, { storeUrl, authority: by, name: 'mf-codes', seen })
  const { live, previous } = accepted.remote ?? { live: undefined, previous: [] }
  return { ...accepted, versions: [live, ...previous].map((release) => release?.version) }
}

const refusalOf = (state: Record<string, unknown> | null, seen?: SeenState, by = authority) =>
  read(state, seen, by).then(
    () => expect.fail('The state was accepted.'),
    (error: unknown) => {
      if (!(error instanceof StateRefused)) throw error
      return error
    },
  )

it.each([
  ['http://remotes.example/store', 'http://remotes.example/store/mf-codes/live.json'],
  ['http://remotes.example/store//', 'http://remotes.example/store/mf-codes/live.json'],
  ['/store/', '/store/mf-codes/live.json'],
  ['/', '/mf-codes/live.json'],
])('is at the store %s', (url, expected) => {
  expect(stateUrl(url, 'mf-codes')).toBe(expected)
})

describe('an accepted state', () => {
  it.each([
    ['the key of its remote', codesKey],
    ['the key of an operator', operator],
  ])('is signed with %s', async (_name, key) => {
    const state = await signState(codes, key)
    const { remote: _, ...accepted } = await read(state)
    const keyId = await keyIdOf(key.publicKey)
    expect(accepted).toEqual({
      n: 20,
      hash: await hashOf(state),
      epoch: 1,
      keyId,
      candidate: undefined,
      withdrawn: codes.withdrawn,
      versions: ['1.2.0'],
    })
  })

  it('has absolute entries', async () => {
    const previous = [releaseOf('1.1.0', { entry: 'mf-codes/1.1.0/remoteEntry.js' })]
    const { remote } = await read({ ...codes, previous })
    expect(remote?.live.entry).toBe('http://remotes.example/store/mf-codes/1.2.0/remoteEntry.abc.js')
    expect(remote?.previous[0]?.entry).toBe('http://remotes.example/store/mf-codes/1.1.0/remoteEntry.js')
  })

  it('has no remote while nothing is live, and may have a candidate', async () => {
    const next = exampleCandidate(releaseOf('1.3.0', { entry: 'mf-codes/1.3.0/remoteEntry.js' }))
    const { remote, candidate } = await read({ ...codes, live: null, next })
    expect(remote).toBeUndefined()
    const entry = 'http://remotes.example/store/mf-codes/1.3.0/remoteEntry.js'
    expect(candidate).toEqual({ ...next, release: { ...next.release, entry } })
  })

  it('may have what is live as its candidate: the page shows it as live', async () => {
    const next = exampleCandidate(releaseOf('1.2.0'))
    expect(await read({ ...codes, next })).toMatchObject({ remote: { live: { version: '1.2.0' } } })
  })

  it('may have unknown fields and names, which are signed', async () => {
    const own = JSON.parse('{ "__proto__": { "live": null }, "constructor": 1, "more": { "toJSON": 1 } }')
    const signed = await signState({ ...codes, ...own, live: { ...codesRelease, ...own } }, codesKey)
    const { versions, remote } = await read(signed)
    expect(versions).toEqual(['1.2.0'])
    expect(remote?.live).not.toHaveProperty('more')
    for (const name of ['__proto__', 'constructor', 'more']) {
      const changed = JSON.parse(JSON.stringify(signed).replace(`"${name}"`, `"${name}2"`))
      expect(await refusalOf(changed)).toMatchObject({ rule: 'signature', message: expect.stringContaining('altered') })
    }
  })

  it('may be the last one seen, or newer', async () => {
    const state = await signState(codes, codesKey)
    const hash = await hashOf(state)
    for (const seen of [
      { n: 20, hash },
      { n: 19, hash: 'sha256-' },
    ])
      expect((await read(state, seen)).versions).toEqual(['1.2.0'])
  })

  it('is of the epoch of its listing', async () => {
    const raised = authorityWith({ epoch: 2 })
    const state = { ...codes, epoch: 2, n: 1 }
    expect((await read(state, undefined, raised)).versions).toEqual(['1.2.0'])
    expect(await refusalOf(state)).toMatchObject({ rule: 'epoch', message: 'mf-codes is of the epoch 2, not of 1' })
    expect(await refusalOf(codes, undefined, raised)).toMatchObject({ rule: 'epoch' })
  })
})

const signedCodes = await signState(codes, codesKey)
const altered = (change: (text: string) => string) => JSON.parse(change(JSON.stringify(signedCodes)))
const seen: SeenState = { n: 15, hash: 'sha256-of-15' }

type Content = Record<string, unknown>

describe('a refused state', () => {
  it.each<[string, () => Promise<Content> | Content | null, string, RegExp]>([
    ['null', () => null, 'format', /^mf-codes: /],
    ['of another format', () => ({ ...codes, format: 2 }), 'format', /^mf-codes\.format: /],
    ['without a signature', () => ({ ...codes, signature: undefined }), 'format', /^mf-codes\.signature: /],
    [
      'whose signature is no base64',
      () => ({ ...signedCodes, signature: { keyId: 'a', value: '?' } }),
      'format',
      /value/,
    ],
    ['of another store', () => ({ ...codes, storeId: 'store-2' }), 'store', /of the store store-2, not of store-1$/],
    [
      'of another remote',
      () => signState({ ...codes, name: 'mf-users' }, usersKey),
      'name',
      /^mf-codes has the state of mf-users$/,
    ],
    ['of another epoch', () => ({ ...codes, epoch: 2 }), 'epoch', /^mf-codes is of the epoch 2, not of 1$/],
    [
      'signed by another team, or with a revoked key',
      () => signState(codes, usersKey),
      'signature',
      /is signed with key \w+, not with/,
    ],
    ['with another version', () => altered((text) => text.replace('"1.2.0"', '"6.6.6"')), 'signature', /was altered/],
    ['with an own __proto__', () => altered((text) => text.replace('{', '{"__proto__":{},')), 'signature', /altered/],
    ['with half a letter', () => ({ ...signedCodes, more: '\ud800' }), 'signature', /mf-codes cannot be verified: /],
    ['older than the last one seen', () => ({ ...codes, n: 14 }), 'older', /has the state 14, which is older than 15$/],
    ['that forks from the last one seen', () => ({ ...codes, n: 15 }), 'fork', /has another state 15 than before$/],
    [
      'whose live version is withdrawn',
      () => ({ ...codes, withdrawn: ['1.2.0'], previous: [releaseOf('1.1.0')] }),
      'withdrawn',
      /names the version 1\.2\.0, which is withdrawn$/,
    ],
    [
      'whose previous version is withdrawn',
      () => ({ ...codes, withdrawn: ['1.1.0'], previous: [releaseOf('1.1.0')] }),
      'withdrawn',
      /names the version 1\.1\.0, which is withdrawn$/,
    ],
  ])('is %s', async (_name, arrange, rule, reason) => {
    const refused = await refusalOf(await arrange(), seen)
    expect(refused).toMatchObject({ rule, message: expect.stringMatching(reason) })
  })

  it('counts with its withdrawn versions if one of the signers signed it', async () => {
    const withdrawn = ['1.2.0']
    const keyId = signedCodes.signature.keyId
    expect(await refusalOf({ ...codes, withdrawn })).toMatchObject({ rule: 'withdrawn', withdrawn, keyId })
    expect(await refusalOf({ ...codes, n: 1, withdrawn }, seen)).toMatchObject({ rule: 'older', withdrawn, keyId })
    const foreign = await signState({ ...codes, withdrawn }, usersKey)
    expect(await refusalOf(foreign)).toMatchObject({ rule: 'signature', withdrawn: [] })
  })
})

it.each([
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' data:text/javascript,',
  'java\tscript:alert(1)',
  'https://ana:secret@remotes.example/a.js',
  '//ana@remotes.example/a.js',
  'https://:secret@remotes.example/a.js',
  'http:ana:secret@remotes.example/a.js',
])('refuses a state with the entry %j', async (entry) => {
  const message = 'mf-codes.live.entry: must be an http or https URL without credentials'
  expect(await refusalOf(codesWith({ entry }))).toMatchObject({ rule: 'format', message })
})

it.each([
  ['HTTP://Other.example/a.js', 'http://other.example/a.js'],
  ['//other.example/a.js', 'http://other.example/a.js'],
  ['\\\\other.example\\a.js', 'http://other.example/a.js'],
  ['../a.js?b#c', 'http://remotes.example/a.js?b#c'],
])('resolves the entry %s as browsers do', async (entry, url) => {
  expect((await read(codesWith({ entry }))).remote?.live.entry).toBe(url)
})

it.each<[string, object, string]>([
  ['a version with path traversal', { version: '..' }, 'version: '],
  ['an entry that is not a URL', { entry: 'http://' }, 'entry: must be an http or https URL'],
  ['a malformed hash', { integrity: { 'a.js': 'x' } }, 'integrity.a.js: '],
  ['a preload path outside the release', { preload: ['../a.js'] }, 'preload.0: '],
  ['a malformed time', { builtAt: 'today' }, 'builtAt: '],
])('refuses a state with %s', async (_name, changes, reason) => {
  const previous = [releaseOf('1.1.0', changes)]
  for (const [place, state] of [
    ['live', codesWith(changes)],
    ['previous.0', { ...codes, previous }],
  ] as const) {
    const message = expect.stringContaining(`mf-codes.${place}.${reason}`)
    expect(await refusalOf(state)).toMatchObject({ rule: 'format', message })
  }
})

describe('a release with extensions', () => {
  const person = { slot: 'detalle:usuario', preload: ['slot.js'] }
  const code = { slot: 'detalle:codigo', preload: [], parts: ['tree.js'] }
  it('keeps what its modules load', async () => {
    const { remote } = await read(codesWith({ extensions: [person, code] }))
    expect(remote?.live.extensions).toEqual([person, code])
  })

  it.each<[string, unknown, string]>([
    ['a text', 'detalle:usuario', 'extensions: '],
    ['too many', Array.from({ length: 21 }, (_, index) => ({ ...code, slot: `a${index}` })), 'extensions: '],
    ['null in the list', [null, code], 'extensions.0: '],
    ['a repeated slot', [person, code, person], 'extensions: repeats a slot'],
    ['a slot in capitals', [{ ...code, slot: 'Tab' }], 'extensions.0.slot: must'],
    ['a file outside', [{ ...person, preload: ['../a.js'] }], 'extensions.0.preload.0: '],
  ])('is no part of a state with %s', async (_name, extensions, reason) => {
    const message = expect.stringContaining(`mf-codes.live.${reason}`)
    expect(await refusalOf(codesWith({ extensions }))).toMatchObject({ rule: 'format', message })
  })
})
