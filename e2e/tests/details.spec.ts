import { expectPressable } from '@canje/tab-testing/browser'
import type { Page } from '@playwright/test'
import { scan, scanOnEveryDevice, viewports } from '../support/axe'
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
    const [path = ''] = /Select\w+$/.exec(request.url()) ?? []
    if (request.method() !== 'OPTIONS') lists.push(path)
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
  await expect(details(page).getByRole('heading', { name: /^Puntaje \(\d+\)$/ })).toBeVisible()
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
  await expect(details(page).getByRole('heading', { name: /^Puntaje \(\d+\)$/ })).toBeVisible()
  await expect(details(page).getByText('Cargando…')).toHaveCount(0)

  await loadedPanel(page, 'Codigos')
  await code.click()
  await page.keyboard.press('Escape')
  await expect(details(page)).toHaveCount(0)
  await expect(code).toBeFocused()
  await expect(page).toHaveURL(/\?tab=codigos$/)

  // Each list once per session of the page: the codes are those of the tab.
  const loaded = lists.length
  await row.getByRole('link', { name: user }).click()
  await expect(field(page, 'Correo')).toHaveText(/@/)
  expect(lists.slice(loaded)).not.toContain('SelectUsers')
})

test('a panel shows the referral tree, tabs that open after it the lists that it has read, and Resumen the groups of the view', async ({
  staffPage: page,
}) => {
  const lists: string[] = []
  page.on('request', (request) => {
    const [path] = /Select(Users|Codes|Scores|Referrals)$/.exec(request.url()) ?? []
    if (path && request.method() !== 'OPTIONS') lists.push(path)
  })
  await page.route('**/SelectScoreReferrals', async (route) => {
    const response = await route.fetch()
    const referred = [
      { id: 901, parent_id: 1, level: 1, name: 'Ana Uno', points: 50 },
      { id: 902, parent_id: 901, level: 2, name: 'Ana Dos', points: 30 },
    ]
    await route.fulfill({ response, json: { data: referred } })
  })

  await test.step('the referral tree shows who was referred by whom', async () => {
    const users = await loadedPanel(page, 'Usuarios')
    await users.locator('tbody tr').first().getByRole('link').click()
    const tree = details(page).getByRole('tree', { name: 'Árbol de referidos' })
    const first = tree.getByRole('treeitem', { name: /^Ana Uno/ })
    await expect(first).toHaveAttribute('aria-expanded', 'false')
    await first.focus()
    await page.keyboard.press('ArrowRight')
    await expect(first).toHaveAttribute('aria-expanded', 'true')
    await expect(tree.getByRole('treeitem', { name: /^Ana Dos/ })).toBeVisible()
    await scan(page, 'the referral tree')
  })

  await test.step('tabs show the lists that it has read, with their time, until a refresh', async () => {
    await expect(details(page).getByRole('heading', { name: /^Puntaje \(\d+\)$/ })).toBeVisible()
    await expect(details(page).getByText('Cargando…')).toHaveCount(0)
    await details(page).getByRole('button', { name: 'Cerrar' }).click()
    for (const tab of ['Codigos', 'Puntaje', 'Referidos']) {
      const panel = await openTab(page, tab)
      await expect(panel.locator('.loaded-at')).toBeVisible()
    }
    // The page had read SelectUsers before.
    expect(lists.sort()).toEqual(['SelectCodes', 'SelectReferrals', 'SelectScores'])
    const refreshed = page.waitForRequest('**/SelectReferrals')
    await page.getByRole('tabpanel', { name: 'Referidos' }).getByRole('button', { name: 'Refrescar' }).click()
    await refreshed
  })

  await test.step('Resumen groups the view, and a group filters it', async () => {
    const panel = await openTab(page, 'Reportes')
    const summary = panel.getByRole('button', { name: 'Resumen' })
    // Once all rows have arrived.
    await expect(summary).toBeVisible()
    const report = (await panel.locator('.page-report').first().innerText()).replaceAll('.', '')
    await summary.click()
    await details(page).getByLabel('Agrupar por').selectOption({ label: 'Ciudad' })
    const cells = details(page).getByRole('table').locator('tbody tr').first().getByRole('cell')
    await expect(cells.first()).toHaveText(/\S/)
    const [city = '', count = ''] = await cells.allInnerTexts()
    const total = details(page).locator('tfoot').getByRole('cell').first()
    expect(report).toBe(`1–10 de ${await total.innerText()}`)
    await scanOnEveryDevice(page, 'the summary')
    await cells.first().getByRole('button').click()
    await expect(details(page)).toHaveCount(0)
    await expect(panel.getByText(`Ciudad: ${city}`)).toBeVisible()
    await expect(panel.locator('.page-report')).toContainText(`de ${count} (`)
  })
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
