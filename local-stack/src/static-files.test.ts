import { afterAll, beforeAll, expect, it } from 'vitest'
import { get, openSite, page, type Site } from './testing/site'

let site: Site

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

it.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/..%5csecret.txt',
  '/mf-codes/../../secret.txt',
  '//secret.txt',
  '/%00',
  '/%zz',
  '/.hidden',
  '/.registry.lock/owner',
  '/release.json',
  '/mf-codes/1.0.0/release.json',
  '/main.0123456789abcdef.js.map',
  '/main.0123456789abcdef.js.br',
])('neither server gives anything of %s', async (path) => {
  for (const origin of [site.shell, site.remotes]) {
    const { status = 0, body } = await get(origin, path)
    expect(status < 500 && (status >= 400 || body === page)).toBe(true)
    expect(body).not.toMatch(/^secret|^\{\}/)
  }
})
