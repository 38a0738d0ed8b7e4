import { expect, openTab, test } from '../support/test'

const DIRECTORY = '../docs/screens'

/** Playwright fast-forwards transitions to their end. */
const WITHOUT_ANIMATIONS = { animations: 'disabled' } as const

test('takes a screenshot of login', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  await page.screenshot({ path: `${DIRECTORY}/login.png`, ...WITHOUT_ANIMATIONS })
})

for (const label of ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']) {
  test(`takes a screenshot of ${label}`, async ({ staffPage: page }) => {
    const panel = await openTab(page, label)
    // CSV is enabled once all rows are loaded, shortly after the first ones.
    await expect(panel.getByRole('button', { name: 'CSV' })).toBeEnabled()
    await page.screenshot({ path: `${DIRECTORY}/${label.toLowerCase()}.png`, ...WITHOUT_ANIMATIONS })
  })
}
