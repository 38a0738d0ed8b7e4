import { expect, it } from 'vitest'
import type { Authority } from './authority'
import { type Known, parseSignedRegistry } from './parse-signed-registry'
import type { Release } from './release'
import { entryContent, stampContent } from './signed-registry'
import { exampleRelease } from './testing/example'
import { createTestKey } from './testing/signing'

const URL = 'https://remotes.example/registry.json'
const NOW = Date.parse('2026-11-21T08:00:00Z')
const [codesKey, nextCodesKey, usersKey, operator, stranger] = await Promise.all(
  Array.from({ length: 5 }, () => createTestKey()),
)
if (!codesKey || !nextCodesKey || !usersKey || !operator || !stranger) throw new Error('There are five keys.')
type Key = typeof codesKey

const TABS = {
  'mf-codes': { id: 'codigos', label: 'Codigos', order: 2 },
  'mf-users': { id: 'usuarios', label: 'Usuarios', order: 1 },
}
const authority: Authority = {
  storeId: 'store-1',
  operatorKeys: [operator.publicKey],
  remotes: {
    'mf-codes': {
      keys: [codesKey.publicKey, nextCodesKey.publicKey],
      tab: TABS['mf-codes'],
      slots: ['detalle:codigo'],
    },
    'mf-users': { keys: [usersKey.publicKey], tab: TABS['mf-users'], slots: ['detalle:usuario'] },
  },
}

interface Changes {
  name?: string
  serial?: number
  live?: Partial<Release> | null
  previous?: Release[]
  withdrawn?: string[]
  /** Fields that no schema has. */
  more?: object
  key?: Key
  storeId?: string
}

const release = (name: string, changes: Partial<Release> = {}) => {
  const tab = name in TABS ? TABS[name as keyof typeof TABS] : { id: name, label: name, order: 9 }
  return exampleRelease({ entry: `${name}/1.0.0/remoteEntry.js`, tab, ...changes })
}

async function entry({ name = 'mf-codes', key, storeId = 'store-1', more, ...changes }: Changes = {}) {
  const content = {
    name,
    serial: 10,
    next: null,
    previous: [],
    withdrawn: [],
    change: { command: 'publish', before: null },
    ...changes,
    live: changes.live === null ? null : release(name, changes.live),
    ...more,
  }
  const signer = key ?? (name === 'mf-users' ? usersKey : codesKey)
  return { ...content, signature: await (signer as Key).signatureOf(entryContent(storeId, content)) }
}

const users = await entry({ name: 'mf-users' })
const codes = await entry()

async function stampOf(serials: object, changes: object = {}, key: Key = operator as Key, storeId = 'store-1') {
  const content = { at: '2026-11-20T08:00:00Z', expires: '2026-11-27T08:00:00Z', serials, ...changes }
  return { ...content, signature: await key.signatureOf(stampContent(storeId, content)) }
}
const stamp = await stampOf({ 'mf-codes': 10, 'mf-users': 10 })

const unknown: Known = { serials: new Map(), lastGood: async () => undefined }
const parse = (entries: unknown[], known = unknown, more: object = {}) => {
  const remotes = entries.filter((one) => one !== undefined)
  return parseSignedRegistry({ schema: 3, storeId: 'store-1', remotes, stamp, ...more }, URL, authority, known, NOW)
}
const versions = ({ remotes }: Awaited<ReturnType<typeof parse>>) =>
  remotes.map(({ name, live, previous }) => [name, live.version, ...previous.map(({ version }) => version)].join(' '))

/** A browser that has seen 0.9.0 of mf-codes. */
const returning = async (): Promise<Known> => {
  const earlier = await entry({ serial: 9, live: { version: '0.9.0', build: 'old' } })
  const { serials, ...lastGood } = await parse([users, earlier], unknown, { stamp: await stampOf({}) })
  return { serials, lastGood: async () => lastGood }
}

it('reads a registry whose entries are signed by their teams or by an operator, in tab order', async () => {
  const parsed = await parse([codes, users])
  expect(parsed).toMatchObject({ serial: 20, findings: [], stampFault: undefined })
  expect(versions(parsed)).toEqual(['mf-users 1.0.0', 'mf-codes 1.0.0'])
  expect(parsed.remotes[0]?.live.entry).toBe('https://remotes.example/mf-users/1.0.0/remoteEntry.js')
  expect(parsed.json.remotes.map(({ signature }) => signature)).toEqual([codes.signature, users.signature])
  const others = [await entry({ key: operator }), await entry({ name: 'mf-users', key: operator })]
  expect(await parse(others)).toMatchObject({ findings: [] })
  expect(await parse([users, await entry({ key: nextCodesKey })])).toMatchObject({ findings: [] })
})

const deep = JSON.parse(`${'[1,'.repeat(20_000)}1${']'.repeat(20_000)}`)
const previous = [release('mf-codes', { version: '0.8.0', build: 'older' })]
const extensions = (slot: string) => [{ slot, module: `./${slot}`, preload: [] }]
const altered = { ...codes, serial: 99 }

/** What somebody may put into the store, and how it is reported. */
const ATTACKS: [string, () => unknown, RegExp][] = [
  [
    'signed by another team',
    () => entry({ key: usersKey }),
    /^mf-codes is signed with key \w{16}, not with \w{16} or /,
  ],
  ['signed by a revoked key', () => entry({ key: stranger }), /^mf-codes is signed with key \w{16}, not with/],
  ['unsigned', () => ({ ...codes, signature: undefined }), /^remotes\.1\.signature: /],
  ['altered', () => altered, /^mf-codes was altered after it was signed with key \w{16}$/],
  ['altered in a field that no schema has', () => ({ ...codes, more: 1 }), /^mf-codes was altered/],
  ['of another store', () => entry({ storeId: 'store-2' }), /^mf-codes was altered/],
  ['of another remote', () => ({ ...users, name: 'mf-codes' }), /^mf-codes is signed with key/],
  ['older than the stamp', () => entry({ serial: 9 }), /^mf-codes has serial 9, after 10 \(key \w{16}\)$/],
  ['left out', () => undefined, /^mf-codes is missing$/],
  [
    'with a withdrawn version live',
    () => entry({ withdrawn: ['1.0.0'] }),
    /^mf-codes has 1\.0\.0 live, which is withdrawn \(key \w{16}\)$/,
  ],
  [
    'with the label of another tab',
    () => entry({ live: { tab: { ...TABS['mf-codes'], label: 'Usuarios' } } }),
    /^mf-codes has the tab codigos, "Usuarios", 2, which is not its own \(key/,
  ],
  [
    'with the id of another tab',
    () => entry({ live: { tab: { ...TABS['mf-codes'], id: 'usuarios' } } }),
    /which is not its own/,
  ],
  [
    'with the order of another tab',
    () => entry({ live: { tab: { ...TABS['mf-codes'], order: 0 } } }),
    /which is not its own/,
  ],
  [
    'with the slot of another tab',
    () => entry({ live: { extensions: extensions('detalle:usuario') } }),
    /^mf-codes provides detalle:usuario, which is not its own \(key/,
  ],
  ['with a release out of bounds', () => entry({ live: { version: '../1' } }), /^mf-codes\.live\.version: /],
  [
    'of deep nesting',
    () => entry({}).then((good) => ({ ...good, more: deep })),
    /^mf-codes Maximum call stack size exceeded$/,
  ],
  [
    'with a prototype',
    () => JSON.parse(JSON.stringify(codes).replace('{', '{"__proto__":{"serial":99},')),
    /^mf-codes was altered/,
  ],
  ['that is null', () => null, /^remotes\.1: /],
  ['named __proto__', () => ({ ...codes, name: '__proto__' }), /^remotes\.1\.name: /],
]

it.each(ATTACKS)('keeps the last known good entry in place of one %s, and reports it', async (_name, make, finding) => {
  const known = await returning()
  const parsed = await parse([users, await make()], known)
  expect(versions(parsed)).toEqual(['mf-users 1.0.0', 'mf-codes 0.9.0'])
  expect(parsed.findings[0]).toMatch(finding)
  expect(parsed.json.remotes).toContainEqual(expect.objectContaining({ name: 'mf-codes', serial: 9 }))
  expect(parsed.remotes[0]?.live).not.toHaveProperty('more')
})

it.each(ATTACKS)('shows the other remotes to a new browser when one is %s', async (_name, make, finding) => {
  const parsed = await parse([users, await make()])
  expect(versions(parsed)).toEqual(['mf-users 1.0.0'])
  expect(parsed.findings[0]).toMatch(finding)
})

it('refuses an entry that is older than one seen, also without a stamp and a last known good entry', async () => {
  const { serials } = await parse([users, await entry({ serial: 12 })])
  const parsed = await parse([users, codes], { serials, lastGood: async () => undefined }, { stamp: undefined })
  expect(versions(parsed)).toEqual(['mf-users 1.0.0'])
  expect(parsed.findings).toEqual([expect.stringMatching(/^mf-codes has serial 10, after 12/)])
})

it('ignores unknown fields of a signed entry, and lists no withdrawn version as a fallback', async () => {
  const parsed = await parse([users, await entry({ more: { note: 1 }, previous, withdrawn: ['0.8.0'] })])
  expect(parsed.findings).toEqual([])
  expect(versions(parsed)).toEqual(['mf-users 1.0.0', 'mf-codes 1.0.0'])
})

it('falls back to no version that the refused entry withdraws', async () => {
  const good = await entry({ serial: 11, previous })
  const { serials, ...lastGood } = await parse([users, good])
  const refused = await entry({ serial: 12, withdrawn: ['1.0.0'] })
  expect(versions(await parse([users, refused], { serials, lastGood: async () => lastGood }))).toEqual([
    'mf-users 1.0.0',
    'mf-codes 0.8.0',
  ])
})

it('uses the first of two entries of a remote', async () => {
  const parsed = await parse([users, codes, await entry({ serial: 11 })])
  expect(parsed.serial).toBe(20)
  expect(parsed.findings).toEqual([expect.stringMatching(/^mf-codes is repeated \(key/)])
})

it('keeps no last known good tab that another remote has now', async () => {
  const live = { tab: { id: 'premios', label: 'Premios', order: 9 } }
  const [premios, awards] = await Promise.all(
    ['mf-premios', 'mf-awards'].map((name) => entry({ name, live, key: operator })),
  )
  const { serials, ...lastGood } = await parse([users, codes, premios])
  const parsed = await parse([users, codes, awards], { serials, lastGood: async () => lastGood })
  expect(versions(parsed)).toEqual(['mf-users 1.0.0', 'mf-codes 1.0.0', 'mf-awards 1.0.0'])
  expect(parsed.findings).toEqual(['mf-premios is missing'])
})

it('drops a retired remote, and refuses its earlier entry', async () => {
  const known = await returning()
  const retired = await entry({ serial: 11, live: null })
  const { serials, ...lastGood } = await parse([users, retired], known)
  expect(versions({ ...lastGood, serials })).toEqual(['mf-users 1.0.0'])
  expect(lastGood.findings).toEqual([])
  const replayed = await parse([users, codes], { serials, lastGood: async () => lastGood })
  expect(versions(replayed)).toEqual(['mf-users 1.0.0'])
  expect(replayed.findings).toEqual([expect.stringContaining('mf-codes has serial 10, after 11')])
})

it('accepts a remote without a reservation from an operator only, and none that takes what is reserved', async () => {
  const premios = await entry({ name: 'mf-premios', key: operator })
  expect(versions(await parse([premios, users, codes]))).toContain('mf-premios 1.0.0')
  expect((await parse([users, codes, await entry({ name: 'mf-premios' })])).findings).toHaveLength(1)
  for (const live of [{ tab: TABS['mf-codes'] }, { extensions: extensions('detalle:codigo') }]) {
    const thief = await entry({ name: 'mf-premios', key: operator, live })
    const parsed = await parse([thief, users], unknown, { stamp: await stampOf({}) })
    expect(versions(parsed)).toEqual(['mf-users 1.0.0'])
    expect(parsed.findings).toEqual([expect.stringMatching(/mf-premios .* is taken by mf-codes \(key/)])
  }
})

it.each<[string, () => unknown, RegExp]>([
  ['missing', () => undefined, /is missing or malformed\.$/],
  ['of a team', () => stampOf({ 'mf-users': 99 }, {}, codesKey), /is signed with key/],
  ['of another store', () => stampOf({}, {}, operator, 'store-2'), /was altered/],
  ['altered', () => ({ ...stamp, expires: '2027-01-01T00:00:00Z' }), /was altered/],
  ['expired', () => stampOf({}, { expires: '2026-11-21T07:59:59Z' }), /is valid until 2026-11-21T07:59:59Z/],
  ['from the year 2500', () => stampOf({}, { at: '2500-01-01T00:00:00Z', expires: '2500-01-08T00:00:00Z' }), /of 2500/],
  ['valid until the year 2500', () => stampOf({}, { expires: '2500-01-01T00:00:00Z' }), /at most 90 days/],
  [
    'of a day that does not exist',
    () => stampOf({}, { expires: '2027-02-31T99:99:99Z' }),
    /is missing or malformed|renew it/,
  ],
])('keeps the tabs and reports a stamp that is %s', async (_name, make, fault) => {
  const parsed = await parse([users, codes], unknown, { stamp: await make() })
  expect(parsed.findings).toEqual([])
  expect(parsed.remotes).toHaveLength(2)
  expect(parsed.stampFault).toMatch(fault)
})

it('uses the serials of an expired stamp', async () => {
  const expired = await stampOf({ 'mf-codes': 11 }, { expires: '2026-11-20T09:00:00Z' })
  expect((await parse([users, codes], unknown, { stamp: expired })).findings[0]).toMatch(/has serial 10, after 11/)
})

it.each<[string, unknown]>([
  ['of another store', { schema: 3, storeId: 'store-2', remotes: [codes] }],
  ['of another schema', { schema: 4, storeId: 'store-1', remotes: [codes] }],
  ['that lists no remote', { schema: 3, storeId: 'store-1', remotes: [] }],
  ['whose remotes are all refused', { schema: 3, storeId: 'store-1', remotes: [altered] }],
  ['that is null', null],
])('throws for a registry %s', async (_name, json) => {
  await expect(parseSignedRegistry(json, URL, authority, unknown, NOW)).rejects.toThrow(
    /^The registry at https:\S+ is not valid\. \S/,
  )
})
