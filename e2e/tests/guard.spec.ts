import type { Locator, Page, Request } from '@playwright/test'
import { expect, loadedPanel, openMain, openTab, signIn, storedToken, storeSession, test, toast } from '../support/test'

const WITHOUT_MESSAGE = '.p-toast-message'

async function expectLoginWithoutMessage(page: Page) {
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator(WITHOUT_MESSAGE)).toHaveCount(0)
}

test('without a session /main leads to login, and so does any other path', async ({ page }) => {
  for (const path of ['/main', '/main?tab=codigos', '/nada', '/main/nada']) {
    await page.goto(path)
    await expectLoginWithoutMessage(page)
  }
})

test('a reload keeps the session and the tab', async ({ staffPage: page }) => {
  await page.getByRole('tab', { name: 'Puntaje' }).click()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Puntaje', selected: true })).toBeVisible()
  await expect(page).toHaveURL(/\/main\?tab=puntaje$/)
})

test('an expired session is turned away', async ({ staffPage: page }) => {
  await storeSession(page, { token: await storedToken(page), expiresAt: Date.now() - 1 })
  await page.reload()
  await expectLoginWithoutMessage(page)
})

test('a tampered token is turned away by the security service', async ({ staffPage: page, allowConsoleErrors }) => {
  // The tab's call leaves with the page, beside the guard's.
  allowConsoleErrors(/401/)
  await storeSession(page, { token: `${await storedToken(page)}x` })
  const validation = page.waitForResponse('**/ValidateLogin')
  await page.reload()
  expect(await (await validation).json()).toEqual({ data: { data: { id: 0 } } })
  await expectLoginWithoutMessage(page)
})

test('a validation that fails is turned away', async ({ staffPage: page, allowConsoleErrors }) => {
  allowConsoleErrors(/Failed to load resource/)
  await page.route('**/ValidateLogin', (route) => route.abort())
  await page.reload()
  await expectLoginWithoutMessage(page)
})

test('after Cerrar sesión the back button does not lead in again', async ({ page }) => {
  await signIn(page)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expectLoginWithoutMessage(page)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await page.goBack()
  await expectLoginWithoutMessage(page)
})

test('a refusal by the info API ends the session without a message', async ({
  staffPage: page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/401/)
  await page.route('**/SelectCodes', (route) =>
    route.fulfill({ status: 401, headers: { 'Access-Control-Allow-Origin': '*' }, json: { error: 'expired' } }),
  )
  await page.getByRole('tab', { name: 'Codigos' }).click()
  await expectLoginWithoutMessage(page)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('the session warns a minute before it ends, then leads to login by itself', async ({ page }) => {
  const registry = openRequests(page, 'registry.json')
  await page.clock.install()
  await signIn(page)
  await expect(page.getByRole('tab', { name: 'Usuarios', selected: true })).toBeVisible()
  await loadedPanel(page, 'Usuarios')
  // The clock must not leap over the time limit of a request that is under way.
  await expect.poll(() => registry.size).toBe(0)
  await page.clock.fastForward(545_000)
  await expect(toast(page, 'Su sesión vence en 1 minuto')).toBeVisible()
  await expect.poll(() => registry.size).toBe(0)
  await page.clock.fastForward(60_000)
  await expectLoginWithoutMessage(page)
})

const WAKINGS: [what: string, wake: (page: Page) => Promise<unknown>][] = [
  ['the window has the focus', (page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))],
  ['the browser resumes the page', (page) => page.evaluate(() => document.dispatchEvent(new Event('resume')))],
  ['a second has passed', (page) => page.clock.runFor(1000)],
]
for (const [what, wake] of WAKINGS) {
  test(`of a session that ended while the machine slept, no row is left once ${what}`, async ({ page }) => {
    await page.clock.install()
    await openMain(page)
    const user = await firstRow(await loadedPanel(page, 'Usuarios'))
    const codes = await openTab(page, 'Codigos')
    const cells = [...user, ...(await firstRow(codes))]
    await page.route('**/SelectCodes', () => undefined)
    const request = page.waitForRequest('**/SelectCodes')
    await codes.getByRole('button', { name: 'Refrescar' }).click()
    await request
    await codes.getByRole('button', { name: 'Crear codigo' }).click()
    await expect(page.getByRole('dialog', { name: 'Creacion de codigos' })).toBeVisible()

    // No timer runs while the machine sleeps, and the clock goes on.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    await page.clock.setSystemTime(await page.evaluate(() => Date.now() + 600_000))
    for (const cell of cells) expect(await page.textContent('body')).toContain(cell)
    await wake(page)

    await expectLoginWithoutMessage(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    for (const cell of cells) expect(await page.content()).not.toContain(cell)
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })
}

test('nothing of one session is left for the next', async ({ staffPage: page }) => {
  await openTab(page, 'Codigos')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  const users = page.waitForRequest('**/SelectUsers')
  await signIn(page)
  await users
  await expect(page).toHaveURL(/\/main$/)
  await expect(page.getByRole('tab', { name: 'Usuarios', selected: true })).toBeVisible()
})

/** The texts in the first row of a table, but for those so short that they could be found elsewhere. */
async function firstRow(panel: Locator): Promise<string[]> {
  const cells = await panel.locator('tbody tr').first().getByRole('cell').allInnerTexts()
  const texts = cells.filter((text) => text.length > 4)
  expect(texts.length).toBeGreaterThan(1)
  return texts
}

/** The requests for a file that are under way, from now on. */
function openRequests(page: Page, file: string): ReadonlySet<Request> {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (request.url().endsWith(file)) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}
