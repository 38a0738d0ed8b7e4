import type { Page, Request } from '@playwright/test'
import { expect, loadedPanel, openTab, signIn, test, toast } from '../support/test'

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
  await page.evaluate(() => sessionStorage.setItem('expires_at', String(Date.now() - 1)))
  await page.reload()
  await expectLoginWithoutMessage(page)
})

test('a tampered token is turned away by the security service', async ({ staffPage: page, allowConsoleErrors }) => {
  // The tab's call leaves with the page, beside the guard's.
  allowConsoleErrors(/401/)
  await page.evaluate(() => sessionStorage.setItem('id_token', `${sessionStorage.getItem('id_token')}x`))
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

test('nothing of one session is left for the next', async ({ staffPage: page }) => {
  await openTab(page, 'Codigos')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  const users = page.waitForRequest('**/SelectUsers')
  await signIn(page)
  await users
  await expect(page).toHaveURL(/\/main$/)
  await expect(page.getByRole('tab', { name: 'Usuarios', selected: true })).toBeVisible()
})

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
