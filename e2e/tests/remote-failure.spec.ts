import { INTEGRITY_FAILED, REGISTRY_FAILED, REMOTE_FAILED, RESOURCE_FAILED } from '../support/console'
import { expect, expectSpecifiedTabs, loadedPanel, openTab, test } from '../support/test'

test('an unavailable remote breaks only its own tab, and Reintentar loads it', async ({
  busyPage: page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(RESOURCE_FAILED, REMOTE_FAILED)
  await page.route('**/mf-codes/**', (route) => route.abort())
  await page.getByRole('tab', { name: 'Codigos' }).click()
  await expect(page.getByText('No se pudo mostrar la pestaña Codigos')).toBeVisible()
  await openTab(page, 'Puntaje')
  await page.getByRole('tab', { name: 'Codigos' }).click()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('No se pudo mostrar la pestaña Codigos')).toBeVisible()
  await page.unroute('**/mf-codes/**')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await loadedPanel(page, 'Codigos')
})

test('Reintentar loads a tab whose chunk was missing', async ({ busyPage: page, allowConsoleErrors }) => {
  allowConsoleErrors(RESOURCE_FAILED, REMOTE_FAILED, INTEGRITY_FAILED)
  await page.route(/mf-scores\/(?!.*remoteEntry).*\.js$/, (route) => route.fulfill({ status: 404, body: 'not found' }))
  await page.getByRole('tab', { name: 'Puntaje' }).click()
  await expect(page.getByText('No se pudo mostrar la pestaña Puntaje')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await loadedPanel(page, 'Puntaje')
})

test('an unavailable registry keeps the session of a new browser, and Reintentar shows the tabs', async ({
  busyPage: page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(RESOURCE_FAILED, REGISTRY_FAILED)
  await page.route('**/registry.json', (route) => route.fulfill({ status: 503, body: 'down' }))
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.getByText('No se pudieron cargar las pestañas')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expectSpecifiedTabs(page)
})

for (const { kind, files } of [
  { kind: 'entry', files: /mf-scores\/.*remoteEntry.*\.js$/ },
  { kind: 'chunk', files: /mf-scores\/(?!.*remoteEntry).*\.js$/ },
]) {
  test(`Reintentar loads a tab after a request for its ${kind} without a response`, async ({
    busyPage: page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(REMOTE_FAILED)
    await page.route(files, () => new Promise<void>(() => {}))
    await page.getByRole('tab', { name: 'Puntaje' }).click()
    await expect(page.getByText('No se pudo mostrar la pestaña Puntaje')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await loadedPanel(page, 'Puntaje')
  })
}
