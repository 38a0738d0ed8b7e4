import { expect, openTab, test } from '../support/test'

const MESSAGE = 'El servidor tarda en responder…'

// `npm test` has the message in jsdom: ActionForm.test.tsx, RowsTable.test.tsx and index.mocks.test.ts.
test.describe('a request without a response', { tag: '@long' }, () => {
  test('a filter shows one message, and can be retried in its dialog and after closing it', async ({
    staffPage: page,
  }) => {
    const panel = await openTab(page, 'Puntaje')
    await page.clock.install()
    let hangs = true
    await page.route('**/SelectScores', (route) => (hangs ? undefined : route.continue()))
    await panel.getByRole('button', { name: 'Filtrar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filtrar' })
    await dialog.getByLabel('Filtrar Puntaje').fill('a')
    const filtered = page.waitForRequest('**/SelectScores')
    await dialog.getByRole('button', { name: 'Filtrar' }).click()
    await filtered
    await page.clock.runFor(3_000)
    await expect(dialog.getByText(MESSAGE)).toBeVisible()
    await expect(page.getByText(MESSAGE)).toHaveCount(1)
    await page.clock.runFor(7_000)
    const repeated = page.waitForRequest('**/SelectScores')
    await dialog.getByRole('button', { name: 'Reintentar' }).click()
    await repeated
    await page.clock.runFor(10_000)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(panel.getByText(MESSAGE)).toBeVisible()
    hangs = false
    await panel.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByText(MESSAGE)).toHaveCount(0)
  })

  test('a session validation shows a message after 3 s', async ({ staffPage: page }) => {
    await page.clock.install()
    await page.route('**/ValidateLogin', () => undefined)
    const validation = page.waitForRequest('**/ValidateLogin')
    await page.goto('/main')
    await validation
    await expect(page.getByText('Comprobando la sesión…')).toBeVisible()
    await page.clock.runFor(3_000)
    await expect(page.getByText(MESSAGE)).toBeVisible()
  })
})
