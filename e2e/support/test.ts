import { randomUUID } from 'node:crypto'
import { sessionForTests, type TestSession } from '@canje/shared-auth/testing'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

const PASSWORD = 'demo-1234'
const SPECIFIED_TABS = ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']

interface Fixtures {
  /** Allows console errors that a test provokes. Any other error fails the test. */
  allowConsoleErrors: (...patterns: RegExp[]) => void
  /** The main screen of the demonstration account, without the toast of a sign-in. */
  staffPage: Page
  /** The same in a browser that is never idle, so that a tab is not prefetched before it is opened. */
  busyPage: Page
}

/** Chromium's warning about a preload that a busy machine uses late. */
const LATE_PRELOAD = /was preloaded using link preload but not used within a few seconds/

/** Chromium's error about a directive of the page's policy that it does not know yet. */
const UNKNOWN_DIRECTIVE = /^Unrecognized Content-Security-Policy directive 'webrtc'/

/**
 * The details of one case among many: `npm test` runs those of a sample, LONG_TESTS=1 all.
 *
 * @param isSample false for a case that only the long run needs
 */
export const sampled = (isSample: boolean) => ({ tag: isSample ? [] : ['@long'] })

/** The base test. It fails on an error in the browser's console that the test has not allowed. */
export const test = base.extend<Fixtures & { watchConsole: undefined; consoleErrors: { allowed: RegExp[] } }>({
  baseURL: async ({}, use) => use(process.env.SHELL_URL),
  // The end of a test interrupts the handlers of its routes, which is no failure.
  page: async ({ page }, use) => {
    await use(page)
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  consoleErrors: async ({}, use) => use({ allowed: [LATE_PRELOAD, UNKNOWN_DIRECTIVE] }),
  allowConsoleErrors: async ({ consoleErrors }, use) =>
    use((...patterns) => void consoleErrors.allowed.push(...patterns)),
  watchConsole: [
    async ({ page, consoleErrors }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) errors.push(message.text())
      })
      await use(undefined)
      expect(errors.filter((error) => !consoleErrors.allowed.some((pattern) => pattern.test(error)))).toEqual([])
    },
    { auto: true },
  ],
  staffPage: async ({ page }, use) => {
    await openMain(page)
    await use(page)
  },
  busyPage: async ({ page }, use) => {
    await neverIdle(page)
    await openMain(page)
    await use(page)
  },
})

/** Signs in through the login screen. */
export async function signIn(page: Page, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await submitLogin(page, password)
}

/** Fills in the login screen and submits it. */
export async function submitLogin(page: Page, password = PASSWORD): Promise<void> {
  // The exact role and name: right after a sign-out the main screen, with its 'Usuarios', is still rendered.
  await page.getByRole('textbox', { name: 'Usuario', exact: true }).fill('admin')
  await page.getByLabel('Contraseña').fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

/**
 * Requests a token of the demonstration account from the security service.
 *
 * @param services another backend than the shell's
 */
export async function createToken(page: Page, services?: { securityUrl: string }): Promise<string> {
  const { securityUrl } = services ?? (await (await page.request.get('/config.json')).json())
  const credentials = { username_input: 'admin', password_input: PASSWORD }
  const response = await page.request.post(`${securityUrl}/CreateToken`, { data: credentials })
  return (await response.json()).data
}

/** Opens the main screen with a session of the demonstration account, without the login screen. */
export async function openMain(page: Page, path = '/main', services?: { securityUrl: string }): Promise<void> {
  const token = await createToken(page, services)
  // A document of the shell's origin without scripts, to write its storage.
  await page.goto('/config.json')
  await storeSession(page, { token, id: randomUUID() })
  // The event `load` waits for files that a test may hold back.
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('tab', { selected: true })).toBeVisible()
}

/** Replaces the session in the page's storage. */
export async function storeSession(page: Page, session: TestSession): Promise<void> {
  await page.evaluate((entries) => void Object.assign(sessionStorage, entries), sessionForTests(session))
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

/** Waits for the rows of a tab and returns its panel. Skeleton rows have no text. */
export async function loadedPanel(page: Page, label: string) {
  const panel = page.getByRole('tabpanel', { name: label })
  await expect(panel.getByRole('row').nth(1).getByRole('cell').first()).toHaveText(/\S/)
  return panel
}

/** @returns the toast with the text `detail` */
export function toast(page: Page, detail: string) {
  return page.locator('.p-toast-message').filter({ hasText: detail })
}

/**
 * Raises a toast and hovers over it, so that it stays. Raises it again if it disappeared before.
 */
export async function hoverToast(page: Page, detail: string, raise: () => Promise<unknown>): Promise<void> {
  const message = toast(page, detail).last()
  await expect(async () => {
    await raise()
    await message.hover({ timeout: 5_000 })
    await expect(message).toHaveCSS('opacity', '1', { timeout: 2_000 })
  }).toPass()
}

/** Waits until the code of all tabs has been prefetched, which happens in idle time. */
export async function allTabsPrefetched(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('tabs-loaded').length > 0)
}

/** Disables idle callbacks, so that a page loads the code of a tab only when it is opened. */
export async function neverIdle(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.set(window, 'requestIdleCallback', () => 0))
}
