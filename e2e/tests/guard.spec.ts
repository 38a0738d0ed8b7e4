import type { Page } from '@playwright/test'
import { RESOURCE_FAILED } from '../support/console'
import { expect, loadedPanel, signIn, storeSession, submitLogin, test } from '../support/test'

const WITHOUT_MESSAGE = '.p-toast-message'

async function expectLoginWithoutMessage(page: Page) {
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator(WITHOUT_MESSAGE)).toHaveCount(0)
}

test('a failed validation of a link redirects to login, says why, and the link opens after the sign-in', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(RESOURCE_FAILED)
  await page.goto('/config.json')
  await storeSession(page, { token: 'unknown' })
  let fail = () => {}
  const held = new Promise<void>((resolve) => (fail = resolve))
  await page.route('**/ValidateLogin', (route) => held.then(() => route.abort()))
  await page.goto('/main?tab=codigos#pagina=2', { waitUntil: 'domcontentloaded' })
  await expect(page.getByText('Comprobando la sesión…')).toBeVisible()
  fail()
  await expect(page).toHaveURL(/\/login#volver=%2Fmain%3Ftab%3Dcodigos%23pagina%3D2$/)
  await expect(page.locator(WITHOUT_MESSAGE)).toHaveCount(0)
  const reason = page.getByText('La sesión terminó: el servicio no respondió.')
  await expect(reason).toBeVisible()
  const button = page.getByRole('button', { name: 'Iniciar sesión' })
  const before = await button.boundingBox()
  await page.getByLabel('Contraseña').fill('x')
  await expect(reason).toBeHidden()
  expect(await button.boundingBox()).toEqual(before)
  await page.unroute('**/ValidateLogin')
  await submitLogin(page)
  await expect(page).toHaveURL(/\/main\?tab=codigos#pagina=2$/)
})

test('after Cerrar sesión, neither the back button nor the browser cache has anything of the session', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(RESOURCE_FAILED)
  await signIn(page)
  const { apiUrl } = await (await page.request.get('/config.json')).json()
  const panel = await loadedPanel(page, 'Usuarios')
  const mail = await panel.getByRole('cell').filter({ hasText: '@' }).first().innerText()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expectLoginWithoutMessage(page)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  const found = await page.evaluate(
    async ({ url, mail }) => {
      const response = await fetch(url, { cache: 'force-cache' })
      return { status: response.status, holdsMail: (await response.text()).includes(mail) }
    },
    { url: `${apiUrl}/SelectUsers`, mail },
  )
  expect(found).toEqual({ status: 401, holdsMail: false })
  await page.goBack()
  await expectLoginWithoutMessage(page)
  await expect(page.getByText('La sesión')).toHaveCount(0)
})
