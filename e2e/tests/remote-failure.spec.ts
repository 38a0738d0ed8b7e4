import { INTEGRITY_FAILED, REMOTE_FAILED, RESOURCE_FAILED } from '../support/console'
import { expect, loadedPanel, openTab, test } from '../support/test'

const CHUNKS = /mf-scores\/(?!.*remoteEntry).*\.js$/

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
  await page.route(CHUNKS, (route) => route.fulfill({ status: 404, body: 'not found' }))
  await page.getByRole('tab', { name: 'Puntaje' }).click()
  await expect(page.getByText('No se pudo mostrar la pestaña Puntaje')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await loadedPanel(page, 'Puntaje')
})

test('Reintentar loads a tab after a request for its chunk without a response', async ({
  busyPage: page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REMOTE_FAILED)
  await page.clock.install()
  const pending = page.waitForRequest(CHUNKS)
  await page.route(CHUNKS, () => new Promise<void>(() => {}))
  await page.getByRole('tab', { name: 'Puntaje' }).click()
  await pending
  // The time limit of a tab.
  await page.clock.runFor(15_000)
  await expect(page.getByText('No se pudo mostrar la pestaña Puntaje')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await loadedPanel(page, 'Puntaje')
})
