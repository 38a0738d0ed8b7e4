import { scan, scanOnEveryDevice, viewports } from '../support/axe'
import { API_LOST, CONFIG_LOST, REGISTRY_LOST, REMOTE_LOST, RESOURCE_LOST } from '../support/console'
import { expect, heldToast, openTab, signIn, storedToken, storeSession, test } from '../support/test'

const held = () => new Promise<void>(() => {})

for (const [device, viewport] of Object.entries(viewports)) {
  test.describe(device, () => {
    test.use({ viewport })

    test('a success toast, and the warning before the session ends', async ({ page }) => {
      await heldToast(page, 'Se inicio sesión correctamente', () => signIn(page))
      await scan(page, `${device} success toast`)
      await heldToast(page, 'Su sesión vence en 1 minuto', async () => {
        await storeSession(page, { token: await storedToken(page), expiresAt: Date.now() + 61_000 })
        await page.reload()
      })
      await scan(page, `${device} warning toast`)
    })
  })
}

test('a tab on its way, one that failed and a load that failed', async ({ busyPage: page, allowConsoleErrors }) => {
  allowConsoleErrors(RESOURCE_LOST, REMOTE_LOST, API_LOST)
  await page.route('**/mf-scores/**', held)
  await page.getByRole('tab', { name: 'Puntaje' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Puntaje' }).locator('.tab-skeleton-cell').first()).toBeVisible()
  await scanOnEveryDevice(page, 'skeleton')
  await page.route('**/mf-codes/**', (route) => route.abort())
  await page.getByRole('tab', { name: 'Codigos' }).click()
  await expect(page.getByText('No se pudo mostrar la pestaña Codigos')).toBeVisible()
  await scanOnEveryDevice(page, 'tab failure')
  await page.route('**/SelectReport', (route) => route.abort())
  await page.getByRole('tab', { name: 'Reportes' }).click()
  const report = page.getByRole('tabpanel', { name: 'Reportes' })
  await expect(report.getByText('La petición falló.')).toBeVisible()
  const retry = () => report.getByRole('button', { name: 'Reintentar' }).click()
  for (const [device, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport)
    await heldToast(page, 'error al ejecutar la peticion', retry)
    await scan(page, `${device} load failure`)
  }
})

test('a table on its way, an empty one and an empty filter', async ({ staffPage: page }) => {
  await page.route('**/SelectScores', held)
  await page.getByRole('tab', { name: 'Puntaje' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Puntaje' }).getByRole('button', { name: 'Filtrar' })).toBeVisible()
  await scanOnEveryDevice(page, 'rows on their way')
  await page.route('**/SelectReport', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { data: { data: [] } } })
  })
  await page.getByRole('tab', { name: 'Reportes' }).click()
  await expect(page.getByText('no hay datos')).toBeVisible()
  await scanOnEveryDevice(page, 'empty table')
  const panel = await openTab(page, 'Referidos')
  await panel.getByRole('button', { name: 'Filtrar' }).click()
  await page.getByLabel('Filtrar Puntaje').fill('zzz')
  await page.getByLabel('Filtrar Puntaje').press('Enter')
  await expect(panel.getByText('nada coincide con el filtro')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await scanOnEveryDevice(page, 'empty filter')
})

test('a busy dialog and the choice of page sizes', async ({ staffPage: page }) => {
  await page.route('**/InsertCodes', held)
  const panel = await openTab(page, 'Codigos')
  await panel.locator('.p-paginator .p-dropdown').click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(3)
  await scanOnEveryDevice(page, 'page sizes', '.p-dropdown-panel')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Crear codigo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Creacion de codigos' })
  await dialog.getByLabel('Cantidad Codigos').pressSequentially('2')
  await dialog.getByRole('button', { name: 'Crear' }).click()
  await expect(dialog.getByRole('button', { name: 'Crear' })).toBeDisabled()
  await scanOnEveryDevice(page, 'busy dialog')
})

test('no registry, and no configuration', async ({ staffPage: page, allowConsoleErrors }) => {
  allowConsoleErrors(RESOURCE_LOST, REGISTRY_LOST, CONFIG_LOST)
  await page.route('**/registry.json', (route) => route.fulfill({ status: 503, body: 'down' }))
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.getByText('No se pudieron cargar las pestañas')).toBeVisible()
  await scanOnEveryDevice(page, 'registry failure')
  await page.route('**/config.json', (route) => route.fulfill({ status: 503, body: 'down' }))
  await page.reload()
  await expect(page.getByText('No se pudo mostrar la aplicación')).toBeVisible()
  await scanOnEveryDevice(page, 'application failure')
})
