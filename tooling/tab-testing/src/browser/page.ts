import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sessionForTests, type TestSession } from '@canje/shared-auth/testing'
import { expect, type Locator, type Page } from '@playwright/test'

/** A staff account. */
export interface Credentials {
  username: string
  password: string
}

/** Fills in the login screen and submits it. */
export async function submitLogin(page: Page, { username, password }: Credentials): Promise<void> {
  // The exact role and name: right after a sign-out the main screen, with its 'Usuarios', is still rendered.
  await page.getByRole('textbox', { name: 'Usuario', exact: true }).fill(username)
  await page.getByLabel('Contraseña').fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

/** Requests a token of an account from a security service. */
export async function createToken(page: Page, securityUrl: string, account: Credentials): Promise<string> {
  const data = { username_input: account.username, password_input: account.password }
  const response = await page.request.post(`${securityUrl}/CreateToken`, { data })
  if (!response.ok()) throw new Error(`${securityUrl} rejected the sign-in of the account ${account.username}.`)
  return (await response.json()).data
}

/** Opens the main screen with the session of a token, without the login screen, and waits for a tab. */
export async function openMain(page: Page, token: string, path = '/main'): Promise<void> {
  await goToMain(page, token, path)
  await expect(page.getByRole('tab', { selected: true }).first()).toBeVisible()
}

/** As {@link openMain}, also where the shell shows a failure in place of the tabs. */
export async function goToMain(page: Page, token: string, path: string, name: string | null = null): Promise<void> {
  // A document of the shell's origin without scripts, to write its storage.
  await page.goto('/config.json')
  await storeSession(page, { token, id: randomUUID(), name })
  // The event `load` waits for files that a test may hold back.
  await page.goto(path, { waitUntil: 'domcontentloaded' })
}

/** Replaces the session in the page's storage. */
export async function storeSession(page: Page, session: TestSession): Promise<void> {
  await page.evaluate((entries) => void Object.assign(sessionStorage, entries), sessionForTests(session))
}

/** Waits for the rows of a tab and returns its panel. Skeleton rows have no text. */
export async function loadedPanel(page: Page, label: string): Promise<Locator> {
  const panel = page.getByRole('tabpanel', { name: label })
  await expect(panel.getByRole('row').nth(1).getByRole('cell').first()).toHaveText(/\S/)
  return panel
}

/** @returns the rows with data of a panel's table */
export function dataRows(panel: Locator): Locator {
  return panel.locator('tbody tr:not(.p-datatable-emptymessage)')
}

/** @returns the toast with the text `detail` */
export function toast(page: Page, detail: string): Locator {
  return page.locator('.p-toast-message').filter({ hasText: detail })
}

/** A file that a page has downloaded. */
export interface DownloadedFile {
  filename: string
  /** Content, including a byte order mark. */
  text: string
}

/** Downloads a file. @param press starts the download */
export async function download(page: Page, press: () => Promise<unknown>): Promise<DownloadedFile> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { filename: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

/**
 * Requires that a person sees an element and can press its centre, which Playwright's `toBeVisible` does not: it passes for
 * an element that is transparent, outside the window, or beneath another one.
 *
 * @example
 * await expectPressable(tab.rows.first())
 */
export async function expectPressable(element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded()
  await expect
    .poll(
      () =>
        element.evaluate((one) => {
          const { x, y, width, height } = one.getBoundingClientRect()
          const pressed = document.elementFromPoint(x + width / 2, y + height / 2)
          return one.contains(pressed) && pressed?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        }),
      { message: `a person sees ${element}, and a press hits it` },
    )
    .toBe(true)
}

/** The window of a phone, in CSS pixels. */
export const PHONE = { width: 390, height: 844 }

/**
 * Requires {@link expectPressable} of an element in the window of a phone, whose page does not scroll sideways. The window
 * has its size again afterwards.
 *
 * @example
 * await expectPressableOnPhone(tab.rows.first())
 */
export async function expectPressableOnPhone(element: Locator): Promise<void> {
  const page = element.page()
  const size = page.viewportSize()
  await page.setViewportSize(PHONE)
  await expectPressable(element)
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(overflow, 'pixels of the page beside the window of a phone').toBeLessThanOrEqual(0)
  if (size) await page.setViewportSize(size)
}
