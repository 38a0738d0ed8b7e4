import { expect, loadedPanel, test } from '../support/test'

const SENTENCE = 'El servidor tarda en responder…'

test('a list that hangs is told after 3 s and asked for again after 10 s', async ({ staffPage: page }) => {
  await page.clock.install()
  let hangs = true
  await page.route('**/SelectCodes', (route) => (hangs ? undefined : route.continue()))
  await page.getByRole('tab', { name: 'Codigos' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Codigos' })
  await expect(panel.getByRole('table')).toBeVisible()
  await page.clock.runFor(3_000)
  await expect(panel.getByText(SENTENCE)).toBeVisible()
  await page.clock.runFor(7_000)
  hangs = false
  await panel.getByRole('button', { name: 'Reintentar' }).click()
  await loadedPanel(page, 'Codigos')
  await expect(panel.getByText(SENTENCE)).toBeHidden()
})

test('a configuration that hangs is told after 3 s', async ({ page }) => {
  await page.clock.install()
  await page.route('**/config.json', () => undefined)
  await page.goto('/login')
  await expect(async () => {
    await page.clock.runFor(1_000)
    await expect(page.getByText(SENTENCE)).toBeVisible({ timeout: 100 })
  }).toPass()
})
