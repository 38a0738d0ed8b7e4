import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { config, get, openSite, type Site, withoutNonce } from '@canje/cli/dev-stack/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caddy } from './testing/caddy'
import { comparableHeaders } from './testing/comparable'
import { nginx } from './testing/nginx'
import { isInstalled, start } from './testing/web-server'

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

const previews = { previewOrigins: ['http://localhost:3137'] }

/** Origins of the shell and of the release store. */
type Origins = Record<'shell' | 'store', string>

async function openNpmStart(site: Site): Promise<Origins & { close(): Promise<void> }> {
  return { shell: site.shell, store: site.remotes, close: () => Promise.resolve() }
}

async function open(server: typeof nginx, site: Site) {
  const folder = await mkdtemp(join(tmpdir(), 'canje-headers-'))
  const roots = { SHELL_ROOT: join(site.folder, 'dist'), STORE_ROOT: join(site.folder, 'store') }
  const running = await start(server, folder, { ...roots, SHELL_ORIGIN: 'https://canje.test' })
  return { ...running, close: () => running.close().then(() => rm(folder, { recursive: true })) }
}

describe.each([
  { name: 'npm start', skip: false, open: openNpmStart },
  ...[nginx, caddy].map((server) => ({
    name: server.name,
    skip: !isInstalled(server),
    open: (site: Site) => open(server, site),
  })),
])('the headers of $name', ({ name, skip, open }) => {
  const skipReason = `${name} is not installed.`
  if (skip && process.env.CI) throw new Error(skipReason)

  describe('without previews', { skip, meta: { skipReason } }, () => {
    const served = { ...config, reportUrl: 'https://reports.test/canje' }
    let site: Site
    let origins: Awaited<ReturnType<typeof open>>

    beforeAll(async () => {
      site = await openSite(served)
      await site.write('dist/config.json', JSON.stringify(served))
      origins = await open(site)
    })
    afterAll(async () => {
      await origins.close()
      await site.close()
    })

    it.each(responses)('%s', async (path, policy, headers) => {
      const response = await get(path.startsWith('/mf-') ? origins.store : origins.shell, path)
      expect(comparableHeaders(response)).toEqual(headers)
      expect(withoutNonce(response).policy).toBe(policy)
    })
  })

  it('only report scripts without a hash where previews are allowed', { skip, meta: { skipReason } }, async () => {
    const site = await openSite({ ...config, ...previews })
    await site.write('dist/config.json', JSON.stringify({ ...config, ...previews }))
    const origins = await open(site)
    const { headers } = await get(origins.shell, '/login')
    await origins.close()
    await site.close()
    expect(headers).toMatchObject({ 'integrity-policy-report-only': 'blocked-destinations=(script)' })
    expect(headers).not.toHaveProperty('integrity-policy')
  })
})
