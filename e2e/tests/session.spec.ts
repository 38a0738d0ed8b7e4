import type { Page } from '@playwright/test'
import { installClock } from '../support/clock'
import { createToken, expect, loadedPanel, openTab, storedToken, storeSession, test } from '../support/test'

/** Opens the main screen with a session of `admin` in the page's storage. */
async function openWith(page: Page, token: string, expiresAt: number): Promise<void> {
  await page.goto('/config.json')
  await storeSession(page, { token, expiresAt, name: 'admin', id: 'window-of-the-test' })
  await page.goto('/main')
  await loadedPanel(page, 'Usuarios')
}

test('the session bar renews the session in every window, over an open dialog; signing out ends its copies, and revokes its token on both services', async ({
  page,
}) => {
  const advance = await installClock(page)
  const { securityUrl, apiUrl } = await (await page.request.get('/config.json')).json()
  const expiresAt = Date.now() + 600_000
  const token = await createToken(page)
  const copy = await page.context().newPage()
  await openWith(page, token, expiresAt)
  await openWith(copy, token, expiresAt)
  const panel = await openTab(page, 'Codigos')
  const firstRow = await panel.getByRole('row').nth(1).elementHandle()
  const bar = page.getByRole('region', { name: 'Sesión' })
  await panel.getByRole('button', { name: 'Crear codigo' }).click()
  await quantityOf(page).fill('42')
  await advance(545_000)
  await expect(bar).toContainText(/Su sesión vence en 0:\d\d/)
  await expect(copy.getByRole('region', { name: 'Sesión' })).toBeVisible()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))

  await bar.getByLabel('Contraseña').fill('mala')
  await bar.getByRole('button', { name: 'Seguir' }).click()
  await expect(bar.getByText('Contraseña incorrecta')).toBeVisible()
  await bar.getByLabel('Contraseña').fill('demo-1234')
  await page.keyboard.press('Enter')

  await expect(bar).toBeHidden()
  await expect(quantityOf(page)).toHaveValue('42')
  await expect(copy.getByRole('region', { name: 'Sesión' })).toBeHidden()
  const renewed = await storedToken(page)
  expect(renewed).not.toBe(token)
  await expect.poll(() => storedToken(copy)).toBe(renewed)
  expect(await firstRow?.evaluate((row) => row.isConnected)).toBe(true)
  expect(requests).toEqual(['/CreateToken', '/CreateToken'])

  const stranger = await page.context().newPage()
  await openWith(stranger, await createToken(page), Date.now() + 1_200_000)
  await page.keyboard.press('Escape')
  await expect(quantityOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()

  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  await expect(copy.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  await expect(copy).toHaveURL(/\/login$/)
  expect(await copy.evaluate(() => sessionStorage.length)).toBe(0)
  const authorization = `Bearer ${renewed}`
  const validate = async () => {
    const data = { Authorization_input: authorization }
    return (await page.request.post(`${securityUrl}/ValidateLogin`, { data })).json()
  }
  // By the service, because the browser reports no response to a document that has gone.
  await expect.poll(validate).toEqual({ data: { data: { id: 0 } } })
  const list = await page.request.get(`${apiUrl}/SelectCodes`, { headers: { Authorization: authorization } })
  expect(list.status()).toBe(401)
  await stranger.reload()
  await loadedPanel(stranger, 'Usuarios')
  for (const opened of [copy, stranger]) await opened.close()
})

const quantityOf = (page: Page) => page.getByRole('spinbutton', { name: 'Cantidad Codigos' })
