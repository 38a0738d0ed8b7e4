import { expectPressable } from '@canje/tab-testing/browser'
import type { Page } from '@playwright/test'
import { scanOnEveryDevice, viewports } from '../support/axe'
import { expect, loadedPanel, openTab, test } from '../support/test'

const details = (page: Page) => page.getByRole('dialog')
/** The value of a field of the details. */
const field = (page: Page, label: string) =>
  details(page)
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .locator('dd')

test('a code and its person open in the panel, also from the link, and Escape returns the focus', async ({
  staffPage: page,
}) => {
  const lists: string[] = []
  page.on('request', (request) => {
    const [path] = /Select(Users|Scores|Referrals)$/.exec(request.url()) ?? []
    if (path && request.method() !== 'OPTIONS') lists.push(path)
  })
  const panel = await openTab(page, 'Codigos')
  const row = panel
    .locator('tbody tr')
    .filter({ has: page.getByText('redimido', { exact: true }) })
    .first()
  const [id = '', user = '', name = ''] = await row.getByRole('cell').allInnerTexts()
  const code = row.getByRole('link', { name, exact: true })
  await code.click()
  await expect(details(page).getByRole('heading', { name })).toBeFocused()
  await expect(field(page, 'Redimido')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await expect(page).toHaveURL(new RegExp(`#detalle=codigo-id%3A${id}$`))

  await details(page).getByRole('button', { name: user }).click()
  await expect(details(page).getByRole('heading', { name: user })).toBeFocused()
  await expect(details(page).getByRole('button', { name })).toBeVisible()
  await expect(details(page).getByRole('heading', { name: /^Historia \(\d+\)/ })).toBeVisible()
  await expect(
    details(page)
      .getByText(/Sin referidos|puntos$/)
      .last(),
  ).toBeVisible()
  await scanOnEveryDevice(page, 'the details of a person')
  for (const size of [viewports.phone, { width: 683, height: 384 }, viewports.desktop]) {
    await page.setViewportSize(size)
    for (const part of [
      details(page).getByRole('heading', { level: 3 }),
      details(page).getByRole('button', { name: 'Cerrar' }),
    ])
      await expectPressable(part)
  }
  await page.reload()
  // Closing the panel cancels lists that are still loading.
  await expect(details(page).getByRole('heading', { name: /^Historia \(\d+\)/ })).toBeVisible()
  await expect(details(page).getByText('Cargando…')).toHaveCount(0)

  await loadedPanel(page, 'Codigos')
  await code.click()
  await page.keyboard.press('Escape')
  await expect(details(page)).toHaveCount(0)
  await expect(code).toBeFocused()
  await expect(page).toHaveURL(/\?tab=codigos$/)

  // Each list once per session of the page, whichever remote has read it.
  const loaded = lists.length
  await row.getByRole('link', { name: user }).click()
  await expect(field(page, 'Correo')).toHaveText(/@/)
  for (const tab of ['Puntaje', 'Referidos']) await openTab(page, tab)
  expect(lists.slice(loaded)).toEqual([])
})

test('Back closes what was opened last, in a window and on a phone', async ({ staffPage: page }) => {
  const panel = await openTab(page, 'Codigos')
  await panel.getByRole('textbox', { name: 'Buscar en Codigos' }).fill('No asignado')
  await expect(page).toHaveURL(/#q=/)
  const code = panel.locator('tbody').getByRole('link').first()
  const name = await code.innerText()
  await code.click()
  await expect(details(page).getByRole('heading', { name })).toBeVisible()
  await expect(page).toHaveURL(/&detalle=/)
  const validations: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/ValidateLogin')) validations.push(request.url())
  })
  await page.goBack()
  await expect(details(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\?tab=codigos#q=No\+asignado$/)

  await page.setViewportSize({ width: 390, height: 844 })
  await panel.getByRole('button', { name: 'Crear codigo' }).click()
  await expect(page.getByRole('dialog', { name: 'Creacion de codigos' })).toBeVisible()
  await page.goBack()
  await expect(details(page)).toHaveCount(0)
  expect(validations).toEqual([])

  // The entries of what was closed are skipped.
  await page.goBack()
  await expect(page).toHaveURL(/\/main$/)
  await loadedPanel(page, 'Usuarios')
})
