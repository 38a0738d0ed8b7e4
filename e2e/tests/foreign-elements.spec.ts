import { appendBeforeStart, appendForeign, expectUntouched } from '../support/foreign-elements'
import { openCodes, test } from '../support/own-backend'
import { expect, openTab } from '../support/test'

test('elements that others append to the body stay visible and unchanged, with dialogs, details and receipts of each tab, whose keys work', async ({
  page,
  backend,
}) => {
  await appendBeforeStart(page)
  const codes = await openCodes(page, backend)
  await expectUntouched(page, 'before the start')
  await appendForeign(page, 'tab')

  await page.keyboard.press('Alt+n')
  const amount = page.getByLabel('Cantidad Codigos')
  await expect(amount).toBeFocused()
  await appendForeign(page, 'dialog')
  await expectUntouched(page, 'with a dialog')
  await amount.pressSequentially('1')
  await page.keyboard.press('Enter')
  await expect(codes.getByRole('region', { name: 'Comprobante' })).toBeVisible()
  await expectUntouched(page, 'with a receipt')

  for (const label of ['Usuarios', 'Puntaje', 'Referidos', 'Reportes', 'Codigos']) {
    const panel = await openTab(page, label)
    await expectUntouched(page, label)
    await panel.locator('tbody').getByRole('link').first().click()
    const details = panel.locator('.detail-panel')
    await expect(details).toBeVisible()
    await expectUntouched(page, `${label} with details`)
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await panel.getByRole('button', { name: 'Filtro' }).click()
    await expectUntouched(page, `${label} with filters`)
    await page.keyboard.press('Escape')
  }
})
