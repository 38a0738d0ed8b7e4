import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { temporaryFolder } from '@canje/release-store/testing'
import { chromium } from 'playwright-core'
import { expect, it, onTestFinished, vi } from 'vitest'
import { portOf } from '../../tests/port-of'
import { CONFIG } from '../../tests/shell-with'
import { findChromium } from '../project/test-runner'
import { stageBuild } from './staging'
import { reachShells, readShell, showStagedTab } from './tab-in-shell'
import { writeHandwritten } from './testing/handwritten-build'

const TOKEN = 'access-token'
const FILES: Record<string, string> = {
  '/release.json': JSON.stringify({ name: 'shell', version: '1.0.0', build: 'b', provides: {} }),
  '/config.json': JSON.stringify(CONFIG),
  '/main': '<h1>Office</h1>',
}

it('shows a tab in a shell behind an access proxy, and leaves no cookie', async () => {
  const server = createServer(({ url = '', headers }, response) => {
    if (headers['x-token'] !== TOKEN) return void response.writeHead(403).end()
    response.setHeader('Set-Cookie', 'session=cookie-secret')
    response.setHeader('Content-Type', url === '/main' ? 'text/html' : 'application/json').end(FILES[url])
  })
  const url = `http://127.0.0.1:${await portOf(server)}`
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'headers.json'), JSON.stringify({ [url]: { 'X-Token': TOKEN } }))
  vi.stubEnv('RELEASE_HEADERS', join(folder, 'headers.json'))
  onTestFinished(() => void vi.unstubAllEnvs())

  const { signal } = new AbortController()
  onTestFinished(await reachShells())
  const shell = await readShell(url, signal)
  const { published, trust, close } = await stageBuild(await writeHandwritten(folder, { tab: '{}' }))
  onTestFinished(close)
  const browser = await chromium.launch({ executablePath: await findChromium(process.env, signal) })
  onTestFinished(() => browser.close())
  const context = await browser.newContext()
  await showStagedTab(context, shell, { published, trust: trust(published) }, CONFIG)
  const page = await context.newPage()
  await page.goto(`${url}/main`)
  expect(await page.getByRole('heading').textContent()).toBe('Office')
  expect(await context.cookies()).toEqual([])
})
