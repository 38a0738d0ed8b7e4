import type { Locator } from '@playwright/test'
import { viewports } from '../support/axe'
import { aboveTheFirstRow, controlsInSight, looksOfControls } from '../support/calm'
import { expect, loadedPanel, openMain, openTab, test } from '../support/test'

/** The most controls that a tab has in sight while nothing is narrowed and nothing selected. */
const BOUNDS = { Usuarios: 7, Codigos: 10, Puntaje: 8, Referidos: 8, Reportes: 7 }

test('a tab at rest has few controls, and its first row is high in the window', async ({ staffPage: page }) => {
  for (const [label, bound] of Object.entries(BOUNDS)) {
    await page.setViewportSize(viewports.desktop)
    const panel = await openTab(page, label)
    // The age and 'Resumen' come once all rows are loaded.
    await expect(panel.getByText(/en total$/)).toBeVisible()
    const controls = await controlsInSight(page)
    const top = await aboveTheFirstRow(page)
    await page.setViewportSize(viewports.phone)
    const onPhone = await aboveTheFirstRow(page)
    await page.setViewportSize({ width: 320, height: 640 })
    const onSmallPhone = await aboveTheFirstRow(page)
    console.log(
      `${label}: ${controls.length} controls (${controls.join(', ')}), rows from ${top}, phone ${onPhone}, ${onSmallPhone}`,
    )
    expect.soft(controls.length).toBeLessThanOrEqual(bound)
    expect.soft(top).toBeLessThanOrEqual(170)
    expect.soft(onPhone).toBeLessThanOrEqual(240)
    expect.soft(onSmallPhone).toBeLessThanOrEqual(240)
  }
})

test("a phone has 'Vista' above the rows, and the number of those that a search finds", async ({ page }) => {
  await page.setViewportSize(viewports.phone)
  await openMain(page, '/main?tab=codigos')
  const panel = await loadedPanel(page, 'Codigos')
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
  const search = panel.getByRole('textbox', { name: 'Buscar en Codigos' })
  const line = await boxOf(search)
  for (const name of ['+ Filtro', 'Vista']) {
    const { y } = await boxOf(panel.getByRole('button', { name, exact: true }))
    expect(Math.abs(y - line.y)).toBeLessThan(line.height / 2)
  }
  await search.fill('a')
  const found = await boxOf(panel.getByText(/^\d+ encontrados$/))
  const total = await boxOf(panel.getByRole('button', { name: /en total$/ }))
  const top = await aboveTheFirstRow(page)
  expect(Math.max(found.y + found.height, total.y + total.height)).toBeLessThanOrEqual(top)
})

test('a search of 100.000 codes leaves the bar in one line', async ({ page }) => {
  const code = (id: number) => ({ id, name: `C${id}`, userName: null, used: 0, date: null })
  await page.route('**/SelectCodes', async (route) => {
    const data = Array.from({ length: 100_000 }, (_, id) => code(id))
    await route.fulfill({ response: await route.fetch(), json: { data } })
  })
  await page.setViewportSize(viewports.desktop)
  await openMain(page, '/main?tab=codigos#q=c')
  await expect((await loadedPanel(page, 'Codigos')).getByText('100.000 encontrados')).toBeVisible()
  expect(await aboveTheFirstRow(page)).toBeLessThanOrEqual(170)
})

test('what can be pressed beside an open panel has few looks', async ({ staffPage: page }) => {
  const panel = await openTab(page, 'Codigos')
  await panel.locator('tbody .cell-link').first().click()
  await expect(panel.getByRole('dialog').getByRole('button', { name: 'Actualizar' })).toBeVisible()
  await page.mouse.move(0, 760)
  const looks = await looksOfControls(page)
  console.log(`${looks.length} looks\n${looks.join('\n')}`)
  expect(looks.length).toBeLessThanOrEqual(12)
})
