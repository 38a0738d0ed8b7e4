import type { Locator } from '@playwright/test'
import { openCodes, test } from '../support/own-backend'
import { expectPressable } from '../support/places'
import { expect, loadedPanel } from '../support/test'

const button = (within: Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true })

for (const [width, height, hasTouch] of [
  [1366, 768, false],
  [1024, 768, false],
  [683, 384, false],
  [390, 844, true],
  [320, 640, true],
] as const) {
  test.describe(`${width}×${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch, isMobile: hasTouch })

    test('receipts fit, hide nothing, survive a reload and are undone', async ({ page, backend }) => {
      const panel = await openCodes(page, backend)
      const receipt = panel.getByRole('region', { name: 'Comprobante' })
      await button(panel, 'Crear codigo').click()
      await page.getByLabel('Cantidad Codigos').pressSequentially('2')
      await page.keyboard.press('Enter')
      await expect(receipt.getByText('Nuevos (2)')).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
      await panel
        .getByRole('button', { name: /^Borrar (?!codigos)/, disabled: false })
        .first()
        .click()
      await expect(receipt.getByText(/^Eliminado /)).toBeVisible()
      await expect(page.locator('.p-toast-message')).toHaveCount(0)

      await button(receipt, 'Comprobante anterior').click()
      const copy = button(receipt, 'Copiar')
      for (const pressable of [
        copy,
        ...['CSV', 'Ver', 'Comprobante siguiente', 'Cerrar'].map((name) => button(receipt, name)),
      ]) {
        await expect(pressable).toBeInViewport({ ratio: 1 })
      }
      for (const pressable of [
        panel.getByLabel('Buscar en Codigos'),
        ...['Filtro', 'Vista', 'Crear codigo', 'Borrar codigos'].map((name) => button(panel, name)),
        button(panel, /en total$/),
        button(panel, 'Siguiente página'),
        copy,
      ]) {
        await expectPressable(pressable)
      }
      // Its buttons fit inside it.
      const inside = await receipt.evaluate((one) => {
        const { top, bottom, left, right } = one.getBoundingClientRect()
        return [...one.querySelectorAll('button')].every((child) => {
          const box = child.getBoundingClientRect()
          return box.top >= top && box.bottom <= bottom && box.left >= left && box.right <= right
        })
      })
      expect(inside).toBe(true)

      await page.reload()
      await loadedPanel(page, 'Codigos')
      await expect(receipt.getByText('2 de 2')).toBeVisible()
      await button(receipt, 'Deshacer').click()
      await expect(receipt.getByText('Nuevos (2)')).toBeVisible()
    })
  })
}
