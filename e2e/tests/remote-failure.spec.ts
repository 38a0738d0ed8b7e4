import { REGISTRY_LOST, REMOTE_LOST, RESOURCE_LOST } from '../support/console'
import { expect, loadedPanel, openTab, showsSpecifiedTabs, test } from '../support/test'

test('a remote that is down breaks its own tab only, and Reintentar brings it back', async ({
  busyPage: page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(RESOURCE_LOST, REMOTE_LOST)
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

test('a chunk of a remote that is missing can be retried', async ({ busyPage: page, allowConsoleErrors }) => {
  allowConsoleErrors(RESOURCE_LOST, REMOTE_LOST)
  await page.route(/mf-scores\/(?!.*remoteEntry).*\.js$/, (route) => route.fulfill({ status: 404, body: 'not found' }))
  await page.getByRole('tab', { name: 'Puntaje' }).click()
  await expect(page.getByText('No se pudo mostrar la pestaña Puntaje')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await loadedPanel(page, 'Puntaje')
})

test('without the registry staff of a new browser stay signed in and can retry', async ({
  busyPage: page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(RESOURCE_LOST, REGISTRY_LOST)
  await page.route('**/registry.json', (route) => route.fulfill({ status: 503, body: 'down' }))
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.getByText('No se pudieron cargar las pestañas')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await showsSpecifiedTabs(page)
})

for (const { what, files } of [
  { what: 'entry', files: /mf-scores\/.*remoteEntry.*\.js$/ },
  { what: 'chunk', files: /mf-scores\/(?!.*remoteEntry).*\.js$/ },
]) {
  test(`Reintentar asks again for a remote's ${what} that never came`, async ({
    busyPage: page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(REMOTE_LOST)
    await page.route(files, () => new Promise<void>(() => {}))
    await page.getByRole('tab', { name: 'Puntaje' }).click()
    await expect(page.getByText('No se pudo mostrar la pestaña Puntaje')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await loadedPanel(page, 'Puntaje')
  })
}
