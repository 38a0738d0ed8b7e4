import { type LiveShell, reachShells, readShell, showStagedTab, withSettings } from '@canje/cli/release/tab-in-shell'
import type { ReferenceBackend } from '@canje/reference-backend'
import { test as base, expect } from '@playwright/test'
import { type FaultProxy, startFaultProxy } from '../fault-proxy'
import { openBackend } from '../start-backend'
import { staff } from '../test-data'
import { type BrowserEvents, UNEXPECTED, watchBrowserEvents } from './browser-events'
import { HARMLESS } from './console'
import { createToken } from './page'
import { type TabRules, watchRules } from './rules'
import { ownSite } from './site'
import { openTab, type Tab } from './tab'

export { expect }

interface TestFixtures {
  /** The settings of the remote: `test.use({ settings: … })`; by default `settings.json` beside their schema. */
  settings: object | undefined
  /** The team's own tab in a shell, signed in at the reference backend. */
  tab: Tab
  /** Allows console errors that a test provokes. Any other error fails the test. */
  allowConsoleErrors: (...patterns: RegExp[]) => void
  consoleErrors: { allow: (...patterns: RegExp[]) => void; found: () => string[] }
  events: BrowserEvents
  rules: TabRules
}

interface WorkerFixtures {
  /** URL of the shell; by default that of `@canje/shell`. */
  shellUrl: string
  shell: LiveShell
  backendOfWorker: ReferenceBackend
  /** The info API of the tab: that of the backend, with the faults of a test. */
  infoApi: FaultProxy
}

/**
 * Playwright's `test` with the fixture `tab`. It fails on an error in the browser's console that the test has not allowed, and
 * on what breaks a rule for every tab.
 *
 * @example
 * test('finds a row', async ({ tab }) => {
 *   await tab.search('ana')
 *   await expect(tab.rows.first()).toContainText('Ana')
 * })
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  baseURL: async ({ shell }, use) => use(shell.url),
  shellUrl: ['', { scope: 'worker', option: true }],
  shell: [
    async ({ shellUrl }, use) => {
      const close = await reachShells()
      await use(await readShell(shellUrl || ownSite().shell, new AbortController().signal))
      await close()
    },
    { scope: 'worker' },
  ],
  backendOfWorker: [
    async ({ shell }, use) => {
      const backend = await openBackend(new URL(shell.url).origin)
      await use(backend)
      await backend.close()
    },
    { scope: 'worker' },
  ],
  infoApi: [
    async ({ backendOfWorker }, use) => {
      const proxy = await startFaultProxy({ target: backendOfWorker.apiUrl })
      await use(proxy)
      await proxy.close()
    },
    { scope: 'worker' },
  ],
  // The end of a test interrupts the handlers of its routes, which is no failure.
  page: async ({ page }, use) => {
    await use(page)
    if (page.isClosed()) return
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
  },
  allowConsoleErrors: ({ consoleErrors }, use) => use(consoleErrors.allow),
  consoleErrors: [
    async ({ page }, use) => {
      const allowed = [...HARMLESS]
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) errors.push(message.text())
      })
      const found = () => errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))
      await use({ allow: (...patterns) => void allowed.push(...patterns), found })
      expect(found()).toEqual([])
    },
    { auto: true },
  ],
  settings: [undefined, { option: true }],
  events: async ({ page, infoApi }, use, test) => {
    const events = await watchBrowserEvents(page)
    await use(events)
    // What it holds back would keep the page waiting.
    infoApi.reset()
    if (test.status === 'passed') await events.settle()
    const lines = [...events.unexpected]
    test.annotations.push(...lines.map((description) => ({ type: UNEXPECTED, description })))
    if (lines.length > 0) throw new Error(lines.map((line) => `The tab ${line}.`).join('\n'))
  },
  rules: ({ page, infoApi, consoleErrors }, use) => watchRules(page, infoApi, consoleErrors.found).then(use),
  tab: async ({ page, shell, backendOfWorker, infoApi, allowConsoleErrors, events, rules, settings }, use, test) => {
    const { tab } = ownSite()
    const staged = settings ? { ...tab, trust: withSettings(tab, settings) } : tab
    infoApi.reset()
    await showStagedTab(page.context(), shell, staged, {
      securityUrl: backendOfWorker.securityUrl,
      apiUrl: infoApi.url,
    })
    const token = await createToken(page, backendOfWorker.securityUrl, staff)
    const { published: release } = staged
    await use(await openTab({ page, shell: shell.url, token, release, infoApi, allowConsoleErrors, events }))
    if (test.status === 'passed' && !page.isClosed()) expect(await rules(), 'Rules for every tab').toEqual([])
  },
})
