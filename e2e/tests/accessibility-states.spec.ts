import { scan, scanOnEveryDevice, viewports } from '../support/axe'
import { API_FAILED, CONFIG_FAILED, REGISTRY_FAILED, REMOTE_FAILED, RESOURCE_FAILED } from '../support/console'
import { expect, hoverToast, openTab, sampled, signIn, storedToken, storeSession, test } from '../support/test'

const neverRespond = () => new Promise<void>(() => {})

for (const [device, viewport] of Object.entries(viewports)) {
  test.describe(device, () => {
    test.use({ viewport })

    test(
      'the toasts of a sign-in and of an expiring session have no violations',
      sampled(device === 'desktop'),
      async ({ page }) => {
        await hoverToast(page, 'Se inicio sesión correctamente', () => signIn(page))
        await scan(page, `${device} success toast`)
        await hoverToast(page, 'Su sesión vence en 1 minuto', async () => {
          await storeSession(page, { token: await storedToken(page), expiresAt: Date.now() + 61_000 })
          await page.reload()
        })
        await scan(page, `${device} warning toast`)
      },
    )
  })
}

test('a loading tab, a failed tab and failed rows have no violations', async ({
  busyPage: page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(RESOURCE_FAILED, REMOTE_FAILED, API_FAILED)
  await page.route('**/mf-scores/**', neverRespond)
  await page.getByRole('tab', { name: 'Puntaje' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Puntaje' }).locator('.tab-skeleton-row').first()).toBeVisible()
  await scanOnEveryDevice(page, 'skeleton')
  await page.route('**/mf-codes/**', (route) => route.abort())
  await page.getByRole('tab', { name: 'Codigos' }).click()
  await expect(page.getByText('No se pudo mostrar la pestaña Codigos')).toBeVisible()
  await scanOnEveryDevice(page, 'tab failure')
  await page.route('**/SelectReport', (route) => route.abort())
  await page.getByRole('tab', { name: 'Reportes' }).click()
  const report = page.getByRole('tabpanel', { name: 'Reportes' })
  await expect(report.getByText('El servicio no respondió.')).toBeVisible()
  const retry = () => report.getByRole('button', { name: 'Reintentar' }).click()
  await hoverToast(page, 'error al ejecutar la peticion', retry)
  await scanOnEveryDevice(page, 'load failure')
})

test('a loading table, an empty table and a filter without matches have no violations', async ({ staffPage: page }) => {
  await page.route('**/SelectScores', neverRespond)
  await page.getByRole('tab', { name: 'Puntaje' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Puntaje' }).getByRole('button', { name: 'Filtrar' })).toBeVisible()
  await scanOnEveryDevice(page, 'loading rows')
  await page.route('**/SelectReport', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { data: { data: [] } } })
  })
  await page.getByRole('tab', { name: 'Reportes' }).click()
  await expect(page.getByText('Todavía no hay datos.')).toBeVisible()
  await scanOnEveryDevice(page, 'empty table')
  const panel = await openTab(page, 'Referidos')
  await panel.getByRole('button', { name: 'Filtrar' }).click()
  await page.getByLabel('Filtrar Puntaje').fill('zzz')
  await page.getByLabel('Filtrar Puntaje').press('Enter')
  await expect(panel.getByText('Nada coincide con los filtros.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await scanOnEveryDevice(page, 'empty filter')
})

test('a busy dialog and the list of page sizes have no violations', async ({ staffPage: page }) => {
  await page.route('**/InsertCodes', neverRespond)
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

test('the failures of the registry and of the configuration have no violations', async ({
  staffPage: page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(RESOURCE_FAILED, REGISTRY_FAILED, CONFIG_FAILED)
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
