import { type LiveShell, reachShells, readShell, showStagedTab, withSettings } from '@canje/cli/release/tab-in-shell'
import type { BackendOptions } from '@canje/reference-backend'
import { test as base, expect } from '@playwright/test'
import { accountOf } from '../accounts'
import { type FaultProxy, furtherUrl, startFaultProxy } from '../fault-proxy'
import { startBackend, type TestBackend } from '../start-backend'
import { stubRows, type TabOptions } from '../tab-options'
import { type BrowserEvents, UNEXPECTED, watchBrowserEvents } from './browser-events'
import { LATE_PRELOAD, SCREENSHOT_STYLE } from './console'
import { type Neighbours, openNeighbours, requireShown } from './neighbours'
import { createToken } from './page'
import { type ExpectRules, watchRules } from './rules'
import { ownSite } from './site'
import { openTab, type Tab } from './tab'

export { expect }

interface TestFixtures extends Required<Omit<TabOptions, 'locale'>> {
  /** None by default. */
  neighbours: Neighbours
  /** The team's own tab in a shell, signed in at the reference backend. */
  tab: Tab
  /** Allows console errors that a test provokes. Any other error fails the test. */
  allowConsoleErrors: (...patterns: RegExp[]) => void
  consoleErrors: { allow: (...patterns: RegExp[]) => void; found: () => string[] }
  events: BrowserEvents
  expectRules: ExpectRules
}

interface WorkerFixtures {
  /** URL of the shell; by default that of `@canje/shell`. */
  shellUrl: string
  shell: LiveShell
  /** The number of rows of each kind in the backend: `test.use({ seed: { users: 3 } })` has three users and no codes. */
  seed: Partial<BackendOptions['seed']> | undefined
  backendOfWorker: TestBackend
  /** The info API of the tab: that of the backend, with the faults of a test. */
  infoApi: FaultProxy
}

const NO_ROWS = { users: 0, codes: 0, scores: 0, referrals: 0 }

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
  seed: [undefined, { scope: 'worker', option: true }],
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
    async ({ shell, seed }, use) => {
      const { origin } = new URL(shell.url)
      const backend = await startBackend(origin, seed && { seed: { ...NO_ROWS, ...seed } })
      await use(backend)
      await backend.close()
    },
    // On a busy machine, its start alone takes half a minute.
    { scope: 'worker', timeout: 120_000 },
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
      const allowed = [LATE_PRELOAD, SCREENSHOT_STYLE]
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
  rows: [undefined, { option: true }],
  features: [undefined, { option: true }],
  settings: [undefined, { option: true }],
  account: [undefined, { option: true }],
  timezone: [undefined, { option: true }],
  timezoneId: ({ timezone }, use) => use(timezone),
  neighbours: [[], { option: true }],
  events: async ({ page, infoApi }, use, test) => {
    const events = watchBrowserEvents(page)
    await use(events)
    // What it holds back would keep the page waiting.
    infoApi.reset()
    if (test.status === 'passed') await events.settle()
    const lines = [...events.unexpected]
    if (lines.length > 0) throw new Error(lines.map((line) => `${UNEXPECTED}the tab ${line}.`).join('\n'))
  },
  expectRules: ({ page, consoleErrors }, use) => watchRules(page, consoleErrors.found).then(use),
  tab: async (
    {
      page,
      shell,
      shellUrl,
      backendOfWorker,
      infoApi,
      allowConsoleErrors,
      events,
      expectRules,
      rows,
      features,
      settings,
      account: name,
      neighbours,
    },
    use,
    test,
  ) => {
    const { securityUrl, staffFolder } = backendOfWorker
    const { tab, other } = ownSite()
    const staged = settings ? withSettings(tab, settings) : tab
    infoApi.reset()
    stubRows(infoApi, rows)
    const services = { securityUrl, apiUrl: infoApi.url }
    const further = (url: string) => furtherUrl(infoApi.url, url)
    const isDeployed = shellUrl !== ''
    const beside = { ...(await openNeighbours(neighbours, shellUrl)), unlisted: other, isDeployed, features, further }
    await showStagedTab(page.context(), shell, staged, services, beside)
    const account = await accountOf(staffFolder, name)
    const token = await createToken(page, securityUrl, account)
    const { published: release } = staged
    await use(await openTab({ page, shell: shell.url, account, token, release, infoApi, allowConsoleErrors, events }))
    if (neighbours.length > 0) await requireShown(page)
    if (test.status === 'passed' && !page.isClosed()) await expectRules()
  },
})
