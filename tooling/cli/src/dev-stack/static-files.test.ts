import { readShellConfig } from '@canje/registry'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { INERT_POLICY, NONCE_PLACEHOLDER as nonce, pagePolicy } from './content-security-policy'
import { config, get, openSite, page, type Site, withoutNonce } from './testing/site'

let site: Site

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

it.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/..%5csecret.txt',
  '/mf-codes/../../secret.txt',
  '/%00',
  '/%zz',
  '/.hidden',
  '/mf-codes/.11111111-2222-3333-4444-555555555555.part',
  '/main.0123456789abcdef.js.map',
  '/main.0123456789abcdef.js.br',
])('neither server exposes %s', async (path) => {
  for (const origin of [site.shell, site.remotes]) {
    const response = await get(origin, path)
    const { status = 0, headers } = response
    const { policy, body } = withoutNonce(response)
    const isPage = status === 200 && body === page
    expect(isPage || (status >= 400 && status < 500)).toBe(true)
    expect(body).not.toMatch(/^secret|^\{\}/)
    expect(policy).toBe(isPage ? pagePolicy(readShellConfig(config), { html: page, nonce }) : INERT_POLICY)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  }
})
