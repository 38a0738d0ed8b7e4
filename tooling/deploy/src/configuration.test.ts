import { createHash } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleListing } from '@canje/registry/testing'
import { beforeEach, expect, it } from 'vitest'
import { completed, configurations } from './configuration'

const trust = { storeId: 'store-1', operatorKeys: exampleListing().keys, remotes: {} }
const config = { securityUrl: '/security', apiUrl: '/api', storeUrl: 'https://remotes.test', ...trust }
/** The configuration of a shell that grants an origin to a tab. */
const granting = (origin: string) =>
  JSON.stringify({ ...config, remotes: { 'mf-codes': exampleListing({ connect: [origin] }) } })
let SHELL_ROOT: string

beforeEach(async () => {
  SHELL_ROOT = await mkdtemp(join(tmpdir(), 'canje-shell-'))
  await writeFile(join(SHELL_ROOT, 'index.html'), '<script>start()</script>')
  await writeFile(join(SHELL_ROOT, 'config.json'), JSON.stringify(config))
})

const variables = () => ({
  SHELL_ROOT,
  SHELL_ORIGIN: 'https://canje.test',
  SHELL_ADDRESS: 'canje.test',
  STORE_ADDRESS: 'remotes.test',
  STORE_ROOT: '/srv/store',
  STORE_BUCKET_ORIGIN: 'https://s3.test',
  STORE_BUCKET_PATH: '/canje',
})

it.each(configurations)('leaves no variable in %s', async (name) => {
  expect(await completed(name, variables())).not.toMatch(/\$\{|undefined/)
})

it.each(configurations)('names every missing variable of %s', async (name) => {
  await expect(completed(name, {})).rejects.toThrow(/^Set SHELL_ORIGIN, .*STORE_/)
})

it('allows the inline scripts of the present shell and of the next one', async () => {
  const SHELL_NEXT = await mkdtemp(join(tmpdir(), 'canje-next-'))
  await writeFile(join(SHELL_NEXT, 'index.html'), '<script>startNext()</script>')
  const hashes = ['start()', 'startNext()'].map(
    (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  for (const name of ['Caddyfile', 'nginx.conf'] as const) {
    expect(await completed(name, { ...variables(), SHELL_NEXT })).toContain(hashes.join(' '))
    expect(await completed(name, variables())).not.toContain(hashes[1])
  }
})

it.each(['https://a.test/"; script-src *', 'https://a.test/{env.HOME}', ''])(
  'refuses a URL that would change the configuration: %s',
  async (storeUrl) => {
    await writeFile(join(SHELL_ROOT, 'config.json'), JSON.stringify({ ...config, storeUrl }))
    for (const name of ['Caddyfile', 'nginx.conf'] as const) {
      await expect(completed(name, variables())).rejects.toThrow('must be a URL without quotes')
    }
  },
)

it('allows requests to granted origins in every configuration of the shell', async () => {
  await writeFile(join(SHELL_ROOT, 'config.json'), granting('https://prizes.test'))
  for (const name of ['Caddyfile', 'nginx.conf'] as const)
    expect(await completed(name, variables())).toMatch(/connect-src [^;]* https:\/\/prizes\.test /)
})

it('only reports scripts without a hash where previews are allowed', async () => {
  const previews = { ...config, previewOrigins: ['http://localhost:3137'] }
  await writeFile(join(SHELL_ROOT, 'config.json'), JSON.stringify(previews))
  for (const name of ['Caddyfile', 'nginx.conf'] as const) {
    const text = await completed(name, variables())
    expect(text).toContain('Integrity-Policy-Report-Only')
    expect(text).not.toMatch(/Integrity-Policy(?!-)/)
  }
})

it('knows the tab of every remote, also of one with the name of a keyword', async () => {
  const tabs = ['default', 'v1.2', 'a'.repeat(100)]
  const remotes = tabs.map((id, order) => [
    `mf-${order}`,
    exampleListing({ tab: { id, label: `Tab ${order}`, order } }),
  ])
  await writeFile(join(SHELL_ROOT, 'config.json'), JSON.stringify({ ...config, remotes: Object.fromEntries(remotes) }))
  for (const name of ['Caddyfile', 'nginx.conf'] as const)
    expect(await completed(name, variables())).toContain('~^v1\\.2$')
})

it('refuses a remote that a page would leave out', async () => {
  await writeFile(join(SHELL_ROOT, 'config.json'), granting('https://*.prizes.test'))
  const finding = 'config.json: remotes.mf-codes.connect.0: must be an https origin'
  await expect(completed('nginx.conf', variables())).rejects.toThrow(finding)
})

it('grants an origin of this machine to a shell of this machine only', async () => {
  const local = 'http://localhost:4010'
  await writeFile(join(SHELL_ROOT, 'config.json'), granting(local))
  const finding = `config.json: remotes.mf-codes.connect: ${local} is for development`
  await expect(completed('nginx.conf', variables())).rejects.toThrow(finding)
  expect(await completed('nginx.conf', { ...variables(), SHELL_ORIGIN: 'http://localhost:3000' })).toContain(local)
})

it.each(configurations)('sends Strict-Transport-Security over TLS in every site of %s', async (name) => {
  const sites = name.startsWith('bucket') ? 1 : 2
  const sent = name.endsWith('nginx.conf')
    ? /add_header Strict-Transport-Security \$\w*hsts always;/g
    : /@tls protocol https\s+header @tls Strict-Transport-Security max-age=31536000\s|import common/g
  expect((await completed(name, variables())).match(sent)?.length).toBe(name === 'Caddyfile' ? sites + 1 : sites)
})
