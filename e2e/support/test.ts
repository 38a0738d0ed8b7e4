import {
  test as base,
  createToken as createTokenOf,
  expect,
  loadedPanel,
  openMain as openMainWith,
  storeSession,
  submitLogin as submitCredentials,
  toast,
} from '@canje/tab-testing/browser'
import type { BrowserContext, Locator, Page } from '@playwright/test'

export { expect, loadedPanel, storeSession, toast }

const PASSWORD = 'demo-1234'
const SPECIFIED_TABS = ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']

interface Fixtures {
  /**
   * Whether the browser is idle at times and has opened every tab before, so that tabs are prefetched. By default it is not:
   * half a second per page.
   */
  isIdle: boolean
  /** The main screen of the demonstration account, without the toast of a sign-in. */
  staffPage: Page
}

/**
 * The details of one case among many: `npm test` runs those of a sample, LONG_TESTS=1 all.
 *
 * @param isSample false for a case that only the long run needs
 */
export const sampled = (isSample: boolean) => ({ tag: isSample ? [] : ['@long'] })

/** The base test, of the product's shell. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(process.env.SHELL_URL),
  isIdle: [false, { option: true }],
  context: async ({ context, isIdle }, use) => {
    await (isIdle ? hasOpenedTabs(context) : neverIdle(context))
    await use(context)
  },
  staffPage: async ({ page }, use) => {
    await openMain(page)
    await use(page)
  },
})

/** Signs in through the login screen. */
export async function signIn(page: Page, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await submitLogin(page, password)
}

/** Fills in the login screen for the demonstration account, and submits it. */
export function submitLogin(page: Page, password = PASSWORD): Promise<void> {
  return submitCredentials(page, { username: 'admin', password })
}

/**
 * Requests a token of the demonstration account from the security service.
 *
 * @param services another backend than the shell's
 */
export async function createToken(page: Page, services?: { securityUrl: string }): Promise<string> {
  const { securityUrl } = services ?? (await (await page.request.get('/config.json')).json())
  return createTokenOf(page, securityUrl, { username: 'admin', password: PASSWORD })
}

/** Opens the main screen with a session of the demonstration account, without the login screen. */
export async function openMain(page: Page, path = '/main', services?: { securityUrl: string }): Promise<void> {
  await openMainWith(page, await createToken(page, services), path)
}

/** @returns the token in the page's storage; empty without a session */
export function storedToken(page: Page): Promise<string> {
  return page.evaluate(() => sessionStorage.getItem('id_token') ?? '')
}

/** Waits until the specified tabs are the first ones, in order. Tabs from `npm run new-remote` follow them. */
export async function expectSpecifiedTabs(page: Page): Promise<void> {
  const labels = () => page.getByRole('tab').allInnerTexts()
  await expect.poll(async () => (await labels()).slice(0, SPECIFIED_TABS.length)).toEqual(SPECIFIED_TABS)
}

/** Opens a tab by its label and waits for its rows. */
export async function openTab(page: Page, label: string) {
  await page.getByRole('tab', { name: label }).click()
  return loadedPanel(page, label)
}

/** Chooses a value in the filter of a column. */
export async function filterBy(panel: Locator, column: string, value: string | RegExp): Promise<void> {
  await openFilter(panel, column)
  await panel.getByRole('option', { name: value }).click()
}

/** Opens the filter of a column. @returns its menu */
export async function openFilter(panel: Locator, column: string): Promise<Locator> {
  await panel.getByRole('button', { name: '+ Filtro', exact: true }).click()
  const menu = panel.getByRole('group', { name: '+ Filtro' })
  await menu.getByRole('button', { name: column, exact: true }).click()
  return menu
}

/**
 * Raises a toast and hovers over it, so that it stays. Raises it again if it disappeared before.
 */
export async function hoverToast(page: Page, detail: string, raise: () => Promise<unknown>): Promise<void> {
  const message = toast(page, detail).last()
  await expect(async () => {
    await raise()
    await message.hover({ timeout: 15_000 })
    await expect(message).toHaveCSS('opacity', '1', { timeout: 2_000 })
  }).toPass()
}

/** Waits until the code of the tabs that the browser has opened before was prefetched, which happens in idle time. */
export async function allTabsPrefetched(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('tabs-loaded').length > 0)
}

/** Lets the pages of a new browser know the tabs of the specification as opened before. */
async function hasOpenedTabs(context: BrowserContext): Promise<void> {
  const remotes = ['mf-users', 'mf-codes', 'mf-scores', 'mf-referrals', 'mf-reports']
  await context.addInitScript((opened) => {
    if (location.protocol !== 'about:') localStorage['canje.opened-tabs'] ??= opened
  }, JSON.stringify(remotes))
}

/** Disables idle callbacks, so that a page loads the code of a tab only when it is opened. */
export async function neverIdle(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript(() => Reflect.set(window, 'requestIdleCallback', () => 0))
}
