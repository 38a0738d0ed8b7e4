import { viewports } from '../support/axe'
import { aboveTheFirstRow, controlsInSight, looksOfControls } from '../support/calm'
import { expect, openTab, test } from '../support/test'

/** The most controls that a tab has in sight while nothing is narrowed and nothing selected. */
const BOUNDS = { Usuarios: 7, Codigos: 10, Puntaje: 8, Referidos: 8, Reportes: 7 }

test('a tab at rest has few controls, and its first row is high in the window', async ({ staffPage: page }) => {
  for (const [label, bound] of Object.entries(BOUNDS)) {
    await page.setViewportSize(viewports.desktop)
    await openTab(page, label)
    const controls = await controlsInSight(page)
    const top = await aboveTheFirstRow(page)
    await page.setViewportSize(viewports.phone)
    const onPhone = await aboveTheFirstRow(page)
    console.log(`${label}: ${controls.length} controls (${controls.join(', ')}), rows from ${top}, phone ${onPhone}`)
    expect.soft(controls.length).toBeLessThanOrEqual(bound)
    expect.soft(top).toBeLessThanOrEqual(170)
    expect.soft(onPhone).toBeLessThanOrEqual(240)
  }
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
