import { afterEach, expect, it, vi } from 'vitest'
import { loadConfig } from './config'

afterEach(() => vi.unstubAllGlobals())

function serving(body: string, status = 200) {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
}

it('reads the three URLs and makes them absolute', async () => {
  serving(
    JSON.stringify({ securityUrl: 'http://a.example', apiUrl: '/api/', registryUrl: '//r.example/registry.json' }),
  )
  expect(await loadConfig()).toEqual({
    securityUrl: 'http://a.example/',
    apiUrl: 'http://localhost:3000/api/',
    registryUrl: 'http://r.example/registry.json',
    previewOrigins: [],
    features: [],
    settings: expect.objectContaining({ apiUrl: '/api/' }),
  })
})

it('reads the key of the registry and the report URL', async () => {
  const registryKey = `${'A'.repeat(43)}=`
  serving(JSON.stringify({ securityUrl: '/s', apiUrl: '/a', registryUrl: '/r', registryKey, reportUrl: '/reports' }))
  expect(await loadConfig()).toMatchObject({ registryKeys: [registryKey], reportUrl: 'http://localhost:3000/reports' })
})

it('merges the keys of both settings without duplicates, and has none without either', async () => {
  const [a, b] = ['A', 'B'].map((letter) => `${letter.repeat(43)}=`)
  const config = { securityUrl: '/s', apiUrl: '/a', registryUrl: '/r' }
  serving(JSON.stringify({ ...config, registryKeys: [b, a] }))
  expect((await loadConfig()).registryKeys).toEqual([b, a])
  serving(JSON.stringify({ ...config, registryKey: a, registryKeys: [b, a] }))
  expect((await loadConfig()).registryKeys).toEqual([a, b])
  serving(JSON.stringify(config))
  expect((await loadConfig()).registryKeys).toBeUndefined()
})

it('reads the origins of previews', async () => {
  const previewOrigins = ['http://localhost:3002', 'https://Equipo.example/']
  serving(JSON.stringify({ securityUrl: '/s', apiUrl: '/a', registryUrl: '/r', previewOrigins }))
  expect(await loadConfig()).toMatchObject({ previewOrigins: ['http://localhost:3002', 'https://equipo.example'] })
})

it('reads the features of the services', async () => {
  serving(JSON.stringify({ securityUrl: '/s', apiUrl: '/a', registryUrl: '/r', features: ['idempotency', 'new'] }))
  expect(await loadConfig()).toMatchObject({ features: ['idempotency', 'new'] })
})

it.each([
  ['features that are not a list', '{"securityUrl":"/s","apiUrl":"/a","registryUrl":"/r","features":"events"}', 200],
  ['a malformed key', '{"securityUrl":"/s","apiUrl":"/a","registryUrl":"/r","registryKey":"abc"}', 200],
  ['an empty list of keys', '{"securityUrl":"/s","apiUrl":"/a","registryUrl":"/r","registryKeys":[]}', 200],
  ['null as the list of keys', '{"securityUrl":"/s","apiUrl":"/a","registryUrl":"/r","registryKeys":null}', 200],
  [
    'a malformed key next to a valid one',
    JSON.stringify({ securityUrl: '/s', apiUrl: '/a', registryUrl: '/r', registryKeys: [`${'A'.repeat(43)}=`, 'abc'] }),
    200,
  ],
  ['a malformed preview origin', '{"securityUrl":"/s","apiUrl":"/a","registryUrl":"/r","previewOrigins":["*"]}', 200],
  ['a missing URL', '{"securityUrl":"/s","apiUrl":"/a"}', 200],
  ['an empty URL', '{"securityUrl":"","apiUrl":"/a","registryUrl":"/r"}', 200],
  ['HTML', '<html></html>', 200],
  ['a 404', '{}', 404],
])('rejects %s', async (_name, body, status) => {
  serving(body, status)
  await expect(loadConfig()).rejects.toThrow()
})
