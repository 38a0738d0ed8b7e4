import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { HostManifest } from './host-manifest'
import { Label, Origin, Version } from './limits'
import { Listing } from './listed-remote'
import { ReleaseManifest } from './release'
import { State } from './state'
import { exampleCandidate, exampleListing, exampleRelease } from './testing/example'
import { exampleState } from './testing/signing'

const release = {
  ...exampleRelease(),
  preload: ['tab.css'],
  prefetch: ['SelectUsers'],
  prefetchByPost: ['SelectCodes'],
  connect: ['https://api.example.com'],
  commit: 'bf2c33187c1d140c73266301435ef5468c80c91c',
}
const { integrity: _, ...built } = release
const manifest = {
  name: 'mf-codes',
  ...built,
  entry: 'a.js',
  sharedUi: { key: 'shared-ui@1', files: ['ui.js'] },
  uses: { react: ['useState'] },
  proposedTab: { id: 'codigos', label: 'Codigos', order: 2 },
}
const state = {
  ...exampleState({
    live: release,
    next: exampleCandidate({ ...release, version: '2.0.0' }),
    previous: [release],
    withdrawn: ['0.9.0'],
    pruned: ['0.8.0'],
  }),
  change: {
    command: 'publish',
    at: '2026-11-20T12:00:00.000Z',
    reason: 'Arregla la carga',
    by: 'Ana',
    run: 'https://ci.example/1',
    commit: 'bf2c331',
    before: `sha256-${'A'.repeat(43)}=`,
  },
  signature: { keyId: '0123456789abcdef', value: 'AAAA' },
}
const listing = exampleListing({ slots: ['detalle:codigo'], connect: ['https://api.example.com'], owner: 'Ana' })
const host = { name: 'shell', version: '1.0.0', build: 'b', provides: { react: '19.3.1' }, sharedUi: 'shared-ui@1' }

const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** Each version of a JSON value in which one text, list or record was enlarged, with the path of that value. */
function* enlarged(json: unknown, path = ''): Generator<[string, unknown]> {
  if (typeof json === 'string') yield [path, json.padEnd(10_000, 'a')]
  if (Array.isArray(json)) {
    yield [path, Array.from({ length: 2_000 }, () => json[0])]
    for (const [key, value] of json.entries())
      for (const [where, large] of enlarged(value, `${path}.${key}`)) yield [where, json.with(key, large)]
  }
  if (!isRecord(json)) return
  const [[, first] = []] = Object.entries(json)
  const entries = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`a${index}.js`, first]))
  if (/integrity$|requires$|provides$/.test(path)) {
    yield [path, { ...json, ...entries }]
    yield [`${path} with a long key`, { ...json, ['a'.repeat(10_000)]: first }]
  }
  for (const [key, value] of Object.entries(json))
    for (const [where, large] of enlarged(value, `${path}.${key}`)) yield [where, { ...json, [key]: large }]
}

describe.each<[string, v.GenericSchema, object]>([
  ['a state', State, state],
  ['a listing of a menu', Listing, listing],
  ['the manifest of a build', ReleaseManifest, manifest],
  ['the manifest of a host', HostManifest, host],
])('%s', (_name, schema, json) => {
  it('is valid', () => {
    expect(v.safeParse(schema, json).issues).toBeUndefined()
  })

  it.each([...enlarged(json)])('is not valid with a large %s', (_path, large) => {
    expect(v.is(schema, large)).toBe(false)
  })
})

it.each(['Usuarios', 'Códigos', 'Puntos de venta', '2ª vuelta', 'A/B (beta)', '¿Quién?', 'Śrem'])(
  'accepts the label "%s"',
  (label) => {
    expect(v.is(Label, label)).toBe(true)
  },
)

it.each([
  ['nothing', ''],
  ['only punctuation', '...'],
  ['a space at its start', ' Usuarios'],
  ['a space at its end', 'Usuarios '],
  ['two spaces', 'Puntos  de venta'],
  ['a line feed', 'Puntos\nde venta'],
  ['a direction mark', '\u200eUsuarios'],
  ['a decomposed letter', 'Co\u0301digos'],
  ['a Cyrillic letter', 'Usu\u0430rios'],
  ['markup', '<b>Usuarios</b>'],
  ['too many letters', 'a'.repeat(41)],
])('refuses a label with %s', (_what, label) => {
  expect(v.is(Label, label)).toBe(false)
})

it.each(['1.2.0', '1.3.0-rc.1', '2026-11-20', 'logs', 'live', '@1'])('accepts the version "%s"', (version) => {
  expect(v.is(Version, version)).toBe(true)
})

it.each(['log', 'LOG', 'live.json', 'Live.json', '1.2.0+abc', '.part', 'a/b', '..', ''])(
  'refuses the version "%s"',
  (version) => {
    expect(v.is(Version, version)).toBe(false)
  },
)

describe('an origin that a tab sends requests to', () => {
  it.each([
    'https://api.example.com',
    'https://api.example.com:8443',
    'https://10.0.0.1',
    'http://localhost:4010',
    'http://127.0.0.1',
    'http://[::1]:4010',
  ])('may be %s', (origin) => {
    expect(v.is(Origin, origin)).toBe(true)
  })

  it.each([
    'https://api.example.com/',
    'https://api.example.com/v1',
    'https://user:secret@api.example.com',
    'https://*.example.com',
    '*',
    'https://',
    'http://localhost.example.com',
    'wss://api.example.com',
    'api.example.com',
    "https://a.example.com; script-src 'unsafe-inline'",
    'https://a.example.com https://b.example.com',
    'https://API.example.com',
    'https://api.example.com:443',
    'https://api.example.com:08443',
    'https://api.example.com:99999',
    'https://1.2',
    '',
    null,
  ])('may not be %s', (origin) => {
    const { issues } = v.safeParse(Origin, origin)
    expect(issues?.[0]?.message).toMatch(typeof origin === 'string' ? /^must be an https origin such as / : /string/)
  })
})
