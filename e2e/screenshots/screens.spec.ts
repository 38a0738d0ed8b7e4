import { expect, openTab, test } from '../support/test'

const DIRECTORY = '../docs/screens'

/** Transitions are drawn at their end. */
const AT_REST = { animations: 'disabled' } as const

test('login', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  await page.screenshot({ path: `${DIRECTORY}/login.png`, ...AT_REST })
})

for (const label of ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']) {
  test(label, async ({ staffPage: page }) => {
    const panel = await openTab(page, label)
    // It can be pressed once all rows are there, a little later than the first are.
    await expect(panel.getByRole('button', { name: 'CSV' })).toBeEnabled()
    await page.screenshot({ path: `${DIRECTORY}/${label.toLowerCase()}.png`, ...AT_REST })
  })
}
