import type { Page } from '@playwright/test'
import { scanOnEveryDevice } from '../support/axe'
import { API_FAILED, CONFIG_FAILED, RESOURCE_FAILED, STATE_FAILED } from '../support/console'
import { expect, hoverToast, openTab, test } from '../support/test'

const panelOf = (page: Page, name: string) => page.getByRole('tabpanel', { name })
const neverRespond = () => new Promise<void>(() => {})

test('loading and busy parts of the main screen have no violations', async ({ staffPage: page }) => {
  await test.step('a busy dialog', async () => {
    await page.route('**/InsertCodes', neverRespond)
    const panel = await openTab(page, 'Codigos')
    await panel.getByRole('button', { name: 'Crear codigo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Creacion de codigos' })
    await dialog.getByLabel('Cantidad Codigos').pressSequentially('2')
    await dialog.getByRole('button', { name: 'Crear' }).click()
    await expect(dialog.getByRole('button', { name: 'Crear' })).toBeDisabled()
    await scanOnEveryDevice(page, 'busy dialog', '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('a loading tab, and loading rows', async () => {
    let loadCode = () => {}
    const code = new Promise<void>((resolve) => (loadCode = resolve))
    await page.route(/\/mf-scores\/\d/, async (route) => {
      await code
      await route.fallback()
    })
    await page.route('**/SelectScores', neverRespond)
    await page.getByRole('tab', { name: 'Puntaje' }).click()
    await expect(panelOf(page, 'Puntaje').locator('.tab-skeleton-row').first()).toBeVisible()
    await scanOnEveryDevice(page, 'skeleton')
    loadCode()
    await expect(panelOf(page, 'Puntaje').getByRole('button', { name: 'Filtrar' })).toBeVisible()
    await scanOnEveryDevice(page, 'loading rows')
  })
})

test('page sizes, empty tables, failed rows, and failures of the main screen have no violations', {
  tag: '@long',
}, async ({ staffPage: page, allowConsoleErrors }) => {
  allowConsoleErrors(RESOURCE_FAILED, API_FAILED, STATE_FAILED, CONFIG_FAILED)

  await test.step('page sizes', async () => {
    const panel = await openTab(page, 'Codigos')
    await panel.locator('.p-paginator .p-dropdown').click()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(3)
    await scanOnEveryDevice(page, 'page sizes', '.p-dropdown-panel')
    await page.keyboard.press('Escape')
  })

  await test.step('a filter without matches', async () => {
    const panel = await openTab(page, 'Referidos')
    await panel.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByLabel('Filtrar Puntaje').fill('zzz')
    await page.getByLabel('Filtrar Puntaje').press('Enter')
    await expect(panel.getByText('Nada coincide con los filtros.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await scanOnEveryDevice(page, 'empty filter')
  })

  await test.step('failed rows, and an empty table', async () => {
    await page.route('**/SelectReport', (route) => route.abort())
    await page.getByRole('tab', { name: 'Reportes' }).click()
    const report = panelOf(page, 'Reportes')
    await expect(report.getByText('El servicio no respondió.')).toBeVisible()
    const retry = report.getByRole('button', { name: 'Reintentar' })
    await hoverToast(page, 'error al ejecutar la peticion', () => retry.click())
    await scanOnEveryDevice(page, 'load failure')
    await page.route('**/SelectReport', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { data: { data: [] } } })
    })
    await retry.click()
    await expect(page.getByText('Todavía no hay datos.')).toBeVisible()
    await scanOnEveryDevice(page, 'empty table')
  })

  await test.step('a state, and a configuration, without an answer', async () => {
    await page.route('**/live.json', (route) => route.fulfill({ status: 503, body: 'down' }))
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect(page.getByText('No se pudo mostrar la pestaña')).toBeVisible()
    await scanOnEveryDevice(page, 'state failure')
    await page.route('**/config.json', (route) => route.fulfill({ status: 503, body: 'down' }))
    await page.reload()
    await expect(page.getByText('No se pudo mostrar la aplicación')).toBeVisible()
    await scanOnEveryDevice(page, 'application failure')
  })
})
