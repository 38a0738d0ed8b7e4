import { expect, openTab, test } from '../support/test'

const DIRECTORY = '../docs/screens'

test('login', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible()
  await page.screenshot({ path: `${DIRECTORY}/login.png` })
})

for (const label of ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']) {
  test(label, async ({ staffPage: page }) => {
    await openTab(page, label)
    await page.screenshot({ path: `${DIRECTORY}/${label.toLowerCase()}.png` })
  })
}
