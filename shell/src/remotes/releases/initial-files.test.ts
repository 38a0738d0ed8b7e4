import { createHash } from 'node:crypto'
import { startTestServer } from '@canje/shared-auth/test-server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { remote } from '../../testing/test-remotes'
import { prefetchRelease } from './initial-files'

const { live } = remote('codigos', 2)
const folder = '/mf-codigos/1.0.0'
const BODY = 'window.hasRun = true'

let server: Awaited<ReturnType<typeof startTestServer>>

beforeEach(async () => {
  server = await startTestServer(() => ({ body: BODY }))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

const release = (integrity: Record<string, string> = {}) => ({
  ...live,
  entry: `${server.url}${folder}/remoteEntry.js`,
  preload: ['Tab.js', 'css/Tab.css'],
  integrity,
})

it('fetches entry, chunks and style sheets, and adds none to the page', async () => {
  const before = document.documentElement.innerHTML
  await prefetchRelease(release())
  expect(server.requests.map(({ path }) => path).sort()).toEqual(
    ['Tab.js', 'css/Tab.css', 'remoteEntry.js'].map((file) => `${folder}/${file}`),
  )
  expect(document.documentElement.innerHTML).toBe(before)
  expect(window).not.toHaveProperty('hasRun')
})

it('replaces a cached file whose hash differs', async () => {
  const hash = `sha384-${createHash('sha384').update(BODY).digest('base64')}`
  const fetching = vi.fn<typeof fetch>(async () => new Response(BODY))
  vi.stubGlobal('fetch', fetching)
  await prefetchRelease(release({ 'Tab.js': 'sha384-b', 'remoteEntry.js': hash }))
  const cacheOf = (file: string) =>
    fetching.mock.calls.filter(([url]) => String(url).endsWith(file)).map(([, options]) => options?.cache)
  expect(cacheOf('Tab.js')).toEqual(['default', 'reload'])
  expect(cacheOf('remoteEntry.js')).toEqual(['default'])
})
