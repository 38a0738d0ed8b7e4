import { config, get, openSite, type Site } from '@canje/cli/dev-stack/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { comparableHeaders } from './testing/comparable'

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
const link = (remote: string) => ({ link: `<http://r.test/${remote}/live.json>; rel=preload; as=fetch; crossorigin` })

const responses: [path: string, headers: Record<string, string>][] = [
  ['/login?tab=codigos', PAGE],
  ['/main', { ...PAGE, ...link('mf-users') }],
  ['/main?q=a&tab=codigos', { ...PAGE, ...link('mf-codes') }],
  ['/main?tab=otros', PAGE],
  ['/config.json', { ...SHELL, ...NO_STORE }],
  ['/main.0123456789abcdef.js', { ...SHELL, ...IMMUTABLE }],
  ['/mf-codes/live.json', { ...EVERYWHERE, ...CROSS_ORIGIN, 'cache-control': 'no-cache' }],
  ['/mf-codes/none.json', { ...EVERYWHERE, ...CROSS_ORIGIN, ...NO_STORE }],
  ['/mf-codes/1.0.0/remoteEntry.0123456789abcdef.js', { ...EVERYWHERE, ...CROSS_ORIGIN, ...IMMUTABLE }],
]

let site: Site

beforeAll(async () => {
  site = await openSite({ ...config, reportUrl: 'https://reports.test/canje' })
})
afterAll(() => site.close())

// serving.test.ts proves that those of nginx and Caddy are the same. Policies are tested in content-security-policy.test.ts.
it.each(responses)('the headers of npm start: %s', async (path, headers) => {
  const response = await get(path.startsWith('/mf-') ? site.remotes : site.shell, path)
  expect(comparableHeaders(response)).toEqual(headers)
})
