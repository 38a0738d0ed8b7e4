import { scanOnEveryDevice } from '../support/axe'
import { INTEGRITY_FAILED, REMOTE_FAILED, RESOURCE_FAILED } from '../support/console'
import { expect, loadedPanel, openTab, test } from '../support/test'

test('an unavailable remote, a missing chunk and one without a response break their own tab only, which Reintentar loads', async ({
  staffPage: page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(RESOURCE_FAILED, REMOTE_FAILED, INTEGRITY_FAILED)
  const tab = (name: string) => page.getByRole('tab', { name })
  const failureOf = (label: string) => page.getByText(`No se pudo mostrar la pestaña ${label}`)
  const retry = (label: string) =>
    page.getByRole('tabpanel', { name: label }).getByRole('button', { name: 'Reintentar' }).click()

  await test.step('an unavailable remote', async () => {
    await page.route(/\/mf-codes\/\d/, (route) => route.abort())
    await tab('Codigos').click()
    await expect(failureOf('Codigos')).toBeVisible()
    await scanOnEveryDevice(page, 'tab failure')
    await openTab(page, 'Reportes')
    await tab('Codigos').click()
    await retry('Codigos')
    await expect(failureOf('Codigos')).toBeVisible()
    await page.unroute(/\/mf-codes\/\d/)
    await retry('Codigos')
    await loadedPanel(page, 'Codigos')
  })

  await test.step('a missing chunk', async () => {
    const chunks = /mf-scores\/(?!.*remoteEntry).*\.js$/
    await page.route(chunks, (route) => route.fulfill({ status: 404, body: 'not found' }))
    await tab('Puntaje').click()
    await expect(failureOf('Puntaje')).toBeVisible()
    await page.unroute(chunks)
    await retry('Puntaje')
    await loadedPanel(page, 'Puntaje')
  })

  await test.step('a chunk without a response', async () => {
    const chunks = /mf-referrals\/(?!.*remoteEntry).*\.js$/
    await page.clock.install()
    const pending = page.waitForRequest(chunks)
    await page.route(chunks, () => new Promise<void>(() => {}))
    await tab('Referidos').click()
    await pending
    // The time limit of a tab.
    await page.clock.runFor(15_000)
    await expect(failureOf('Referidos')).toBeVisible()
    await page.unroute(chunks)
    await retry('Referidos')
    await loadedPanel(page, 'Referidos')
  })
})
