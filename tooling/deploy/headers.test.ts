import { createHash } from 'node:crypto'
import { config, get, openSite, type Site, withoutNonce } from '@canje/cli/dev-stack/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { comparableHeaders } from './testing/comparable'

const INLINE = "addEventListener('error', () => 0)"
const HASH = createHash('sha256').update(INLINE).digest('base64')

/** Stated here a second time: a header that the common source loses must not be lost in silence. */
const EVERYWHERE = { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' }
const SHELL = {
  ...EVERYWHERE,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}
const CROSS_ORIGIN = { 'cross-origin-resource-policy': 'cross-origin' }
const NO_STORE = { 'cache-control': 'no-store' }
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }
const INERT = "default-src 'none'; frame-ancestors 'none'"
const PAGE = {
  ...SHELL,
  ...NO_STORE,
  'integrity-policy': 'blocked-destinations=(script), endpoints=(canje)',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
    'idle-detection=(), magnetometer=(), microphone=(), midi=(), payment=(), screen-wake-lock=(), serial=(), usb=(), ' +
    'xr-spatial-tracking=()',
  'reporting-endpoints': 'canje="https://reports.test/canje"',
}
const PAGE_POLICY = [
  "default-src 'none'",
  `script-src 'self' http://r.test 'sha256-${HASH}'`,
  'worker-src blob:',
  "style-src 'self' http://r.test 'nonce-__CSP_NONCE__'",
  "img-src 'self' http://r.test data:",
  "font-src 'self' http://r.test",
  "connect-src 'self' http://r.test http://s.test http://a.test https://reports.test",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'report-to canje',
].join('; ')
const link = (remote: string) => ({ link: `<http://r.test/${remote}/live.json>; rel=preload; as=fetch; crossorigin` })

const responses: [path: string, policy: string, headers: Record<string, string>][] = [
  ['/login', PAGE_POLICY, PAGE],
  ['/main', PAGE_POLICY, { ...PAGE, ...link('mf-users') }],
  ['/main?tab=codigos', PAGE_POLICY, { ...PAGE, ...link('mf-codes') }],
  ['/main?tab=otros', PAGE_POLICY, PAGE],
  ['/config.json', INERT, { ...SHELL, ...NO_STORE }],
  ['/main.0123456789abcdef.js', INERT, { ...SHELL, ...IMMUTABLE }],
  ['/mf-codes/live.json', INERT, { ...EVERYWHERE, ...CROSS_ORIGIN, 'cache-control': 'no-cache' }],
  ['/mf-codes/none.json', INERT, { ...EVERYWHERE, ...CROSS_ORIGIN, ...NO_STORE }],
  ['/mf-codes/1.0.0/remoteEntry.0123456789abcdef.js', INERT, { ...EVERYWHERE, ...CROSS_ORIGIN, ...IMMUTABLE }],
]

let site: Site

beforeAll(async () => {
  site = await openSite({ ...config, reportUrl: 'https://reports.test/canje' })
})
afterAll(() => site.close())

// serving.test.ts proves that those of nginx and Caddy are the same.
it.each(responses)('the headers of npm start: %s', async (path, policy, headers) => {
  const response = await get(path.startsWith('/mf-') ? site.remotes : site.shell, path)
  expect(comparableHeaders(response)).toEqual(headers)
  expect(withoutNonce(response).policy).toBe(policy)
})

it('only report scripts without a hash where previews are allowed', async () => {
  const previewing = await openSite({ ...config, previewOrigins: ['http://localhost:3137'] })
  const { headers } = await get(previewing.shell, '/login')
  await previewing.close()
  expect(headers).toMatchObject({ 'integrity-policy-report-only': 'blocked-destinations=(script)' })
  expect(headers).not.toHaveProperty('integrity-policy')
})
