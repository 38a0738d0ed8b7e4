import { expect, it, vi } from 'vitest'
import { loadConfig } from './config'

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

it('reads the report URL, the origins of previews and the features of the services', async () => {
  const previewOrigins = ['http://localhost:3002', 'https://Equipo.example/']
  const more = { reportUrl: '/reports', previewOrigins, features: ['idempotency', 'new'] }
  serving(JSON.stringify({ securityUrl: '/s', apiUrl: '/a', storeUrl: '/r', ...more }))
  expect(await loadConfig()).toMatchObject({
    reportUrl: 'http://localhost:3000/reports',
    previewOrigins: ['http://localhost:3002', 'https://equipo.example'],
    features: ['idempotency', 'new'],
  })
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
