import { afterEach, expect, it, vi } from 'vitest'
import { loadConfig } from './config'

afterEach(() => vi.unstubAllGlobals())

function serving(body: string, status = 200) {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
}

it('reads the three URLs and makes them absolute, and keeps all settings', async () => {
  serving(JSON.stringify({ securityUrl: 'http://a.example', apiUrl: '/api/', storeUrl: '//r.example/store' }))
  expect(await loadConfig()).toEqual({
    securityUrl: 'http://a.example/',
    apiUrl: 'http://localhost:3000/api/',
    storeUrl: 'http://r.example/store',
    settings: expect.objectContaining({ apiUrl: '/api/' }),
  })
})

it('reads the report URL', async () => {
  serving(JSON.stringify({ securityUrl: '/s', apiUrl: '/a', storeUrl: '/r', reportUrl: '/reports' }))
  expect(await loadConfig()).toMatchObject({ reportUrl: 'http://localhost:3000/reports' })
})

it('reads the origins of previews', async () => {
  const previewOrigins = ['http://localhost:3002', 'https://Equipo.example/']
  serving(JSON.stringify({ securityUrl: '/s', apiUrl: '/a', storeUrl: '/r', previewOrigins }))
  expect(await loadConfig()).toMatchObject({ previewOrigins: ['http://localhost:3002', 'https://equipo.example'] })
})

it('reads the features of the services', async () => {
  serving(JSON.stringify({ securityUrl: '/s', apiUrl: '/a', storeUrl: '/r', features: ['idempotency', 'new'] }))
  expect(await loadConfig()).toMatchObject({ features: ['idempotency', 'new'] })
})

it.each([
  ['features that are not a list', '{"securityUrl":"/s","apiUrl":"/a","storeUrl":"/r","features":"events"}', 200],
  ['a malformed preview origin', '{"securityUrl":"/s","apiUrl":"/a","storeUrl":"/r","previewOrigins":["*"]}', 200],
  ['a missing URL', '{"securityUrl":"/s","apiUrl":"/a"}', 200],
  ['an empty URL', '{"securityUrl":"","apiUrl":"/a","storeUrl":"/r"}', 200],
  ['HTML', '<html></html>', 200],
  ['a 404', '{}', 404],
])('rejects %s', async (_name, body, status) => {
  serving(body, status)
  await expect(loadConfig()).rejects.toThrow()
})
