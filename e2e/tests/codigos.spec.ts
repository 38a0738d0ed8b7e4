import type { Locator } from '@playwright/test'
import { openCodes, test, totalOfCodes } from '../support/own-backend'
import { expect, toast } from '../support/test'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('codes are created, deleted one by one and deleted all at once', async ({ page, backend }) => {
  const panel = await openCodes(page, backend)
  const report = panel.getByText(/Showing 1 to \d+ of \d+ entries/)
  const before = await totalOfCodes(panel)

  await panel.getByRole('button', { name: 'Crear codigo' }).click()
  const creation = page.getByRole('dialog', { name: 'Creacion de codigos' })
  await expect(creation.getByText('Ingrese la cantidad de codigos que quiere generar')).toBeVisible()
  await expectSpecifiedWidth(creation)
  await expect(creation.getByRole('button', { name: 'Crear' })).toBeDisabled()
  await creation.getByLabel('Cantidad Codigos').pressSequentially('123')
  await expect(creation.getByLabel('Cantidad Codigos')).toHaveValue('12')
  await creation.getByRole('button', { name: 'Crear' }).click()
  await expect(toast(page, 'se crearon los codigos con exito')).toContainText('Creado')
  await expect(creation).toBeHidden()
  await expect(report).toContainText(`of ${before + 12} entries`)

  const row = panel.locator('tbody tr').filter({ hasText: 'sin redimir' }).first()
  const code = await row.getByRole('cell').nth(2).innerText()
  await row.getByRole('button', { name: `Borrar ${code}` }).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, `se elimino el codigos ${code}`)).toContainText('Eliminado')
  await expect(report).toContainText(`of ${before + 11} entries`)
  // Not the button of the code that has moved into its row.
  await expect(panel.getByRole('region', { name: 'Tabla de Codigos' })).toBeFocused()

  await panel.getByRole('columnheader', { name: 'Estado' }).click()
  const used = panel.locator('tbody tr').first()
  await expect(used.getByText('redimido', { exact: true })).toBeVisible()
  await expect(used.locator('button')).toBeDisabled()

  await panel.getByRole('button', { name: 'Borrar codigos' }).click()
  const deletion = page.getByRole('dialog', { name: 'Eliminar Codigos' })
  await expect(deletion.getByText('¿Esta seguro de eliminar los codigos?')).toBeVisible()
  await expect(deletion.getByText('Se eliminara todos los codigos que no han sido asignados')).toBeVisible()
  await deletion.getByRole('button', { name: 'Eliminar' }).click()
  await expect(toast(page, 'se eliminaron los codigos no asignados')).toContainText('Eliminados')
  await expect(deletion).toBeHidden()
  const table = panel.getByRole('table')
  await expect(table.getByText('sin redimir')).toHaveCount(0)
  await expect(table.getByText('No asignado')).toHaveCount(0)
})

/** 30vw, at least 384 px or 94 % of a phone, in which its content does not overflow. */
async function expectSpecifiedWidth(dialog: Locator): Promise<void> {
  const page = dialog.page()
  for (const [width, dialogWidth] of [
    [1024, 384],
    [641, 384],
    [390, 367],
    [1366, 410],
  ] as const) {
    await page.setViewportSize({ width, height: 768 })
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBeCloseTo(dialogWidth, 0)
    const overflowing = await dialog.evaluate((root) =>
      [root, ...root.querySelectorAll('*')]
        .filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth)
        .map(({ tagName, className }) => `${tagName} ${className}`),
    )
    expect([width, overflowing]).toEqual([width, []])
  }
}
