import { afterAll, beforeAll, expect, it } from 'vitest'
import { NONCE_PLACEHOLDER, pagePolicy } from './content-security-policy'
import { config, get, mainPage, openSite, page, type Site, script, withoutNonce } from './testing/site'

const immutable = 'public, max-age=31536000, immutable'
let site: Site

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const pages = ['/', '/index.html', '/main/', '/login?tab=codigos', '/any/other/path', '/v1.2/path']
const mainPages = ['/main', '/main?tab=codigos', '/main.html']
it.each([...pages.map((path) => [path, page]), ...mainPages.map((path) => [path, mainPage])])(
  'answers %s with its page',
  async (path, body) => {
    const answer = await get(site.shell, path)
    expect(withoutNonce(answer)).toEqual({ policy: pagePolicy(config, NONCE_PLACEHOLDER), body })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
  },
)

it('has a browser that opens the tabs ask for the registry at once', async () => {
  const link = `<${config.registryUrl}>; rel=preload; as=fetch; crossorigin`
  expect((await get(site.shell, '/main?tab=codigos')).headers.link).toBe(link)
  expect((await get(site.shell, '/login')).headers.link).toBeUndefined()
})

it('never uses a nonce twice', async () => {
  const bodies = await Promise.all(Array.from({ length: 20 }, async () => (await get(site.shell, '/main')).body))
  expect(new Set(bodies).size).toBe(20)
})

it('answers a person who opens a path with a dot with its page, a script that is missing with 404', async () => {
  expect((await get(site.shell, '/j.perez', { accept: 'text/html,*/*' })).status).toBe(200)
  const missing = await get(site.shell, '/chunk.0123456789abcdef.js', { accept: '*/*' })
  expect(missing.status).toBe(404)
  expect(missing.headers['cache-control']).toBe('no-store')
})

it('gives its configuration, never cached', async () => {
  const { headers, body } = await get(site.shell, '/config.json')
  expect(JSON.parse(body)).toEqual(config)
  expect(headers['cache-control']).toBe('no-store')
})

it('says what it provides to remotes, for tools that ask before they release', async () => {
  const { headers, body } = await get(site.shell, '/release.json')
  expect([body, headers['cache-control']]).toEqual(['{}', 'no-cache'])
})

it('lets a file with a content hash be kept for ever', async () => {
  const { headers, body } = await get(site.shell, '/main.0123456789abcdef.js')
  expect(body).toBe(script)
  expect(headers).toMatchObject({
    'cache-control': immutable,
    'content-type': 'application/javascript; charset=utf-8',
  })
})

it.each(['br', 'gzip'])('sends %s to those who take it', async (encoding) => {
  const { headers, body } = await get(site.shell, '/main.0123456789abcdef.js', { 'accept-encoding': encoding })
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding', 'cache-control': immutable })
  expect(headers['content-type']).toBe('application/javascript; charset=utf-8')
  expect(body.length).toBeLessThan(script.length / 2)
})

it('guards its pages against frames and guessed types', async () => {
  for (const path of ['/', '/config.json', '/missing.js']) {
    expect((await get(site.shell, path)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
  }
})

it('takes no other method for a page', async () => {
  expect((await get(site.shell, '/main', {}, 'POST')).status).toBe(404)
})
