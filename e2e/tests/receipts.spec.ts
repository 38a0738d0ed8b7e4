import { expectPressable } from '@canje/tab-testing/browser'
import type { Locator } from '@playwright/test'
import { openCodes, test } from '../support/own-backend'
import { expect, loadedPanel, sampled } from '../support/test'

const button = (within: Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true })

const DEVICES = [
  {
    device: 'in a window',
    hasTouch: false,
    viewport: { width: 1366, height: 768 },
    smaller: [
      { width: 1024, height: 768 },
      { width: 683, height: 384 },
    ],
  },
  {
    device: 'on a phone',
    hasTouch: true,
    viewport: { width: 390, height: 844 },
    smaller: [{ width: 320, height: 640 }],
  },
]

for (const { device, hasTouch, viewport, smaller } of DEVICES) {
  test.describe(device, () => {
    test.use({ viewport, hasTouch, isMobile: hasTouch })

    test(
      'receipts fit, hide nothing, survive a reload and are undone',
      sampled(hasTouch),
      async ({ page, backend }) => {
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
        for (const size of [viewport, ...smaller]) {
          await page.setViewportSize(size)
          for (const pressable of [
            copy,
            ...['CSV', 'Ver', 'Comprobante siguiente', 'Cerrar'].map((name) => button(receipt, name)),
          ]) {
            await expect(pressable).toBeInViewport({ ratio: 1 })
          }
          for (const pressable of [
            panel.getByLabel('Buscar en Codigos'),
            ...['+ Filtro', 'Vista', 'Crear codigo', 'Borrar codigos'].map((name) => button(panel, name)),
            button(panel, 'Siguiente página'),
            copy,
          ]) {
            await expectPressable(pressable)
          }
          // Its buttons fit inside it.
          const isInside = () =>
            receipt.evaluate((one) => {
              const { top, bottom, left, right } = one.getBoundingClientRect()
              return [...one.querySelectorAll('button')].every((child) => {
                const box = child.getBoundingClientRect()
                return box.top >= top && box.bottom <= bottom && box.left >= left && box.right <= right
              })
            })
          await expect.poll(isInside).toBe(true)
        }

        await page.reload()
        await loadedPanel(page, 'Codigos')
        await expect(receipt.getByText('2 de 2')).toBeVisible()
        await button(receipt, 'Deshacer').click()
        await expect(receipt.getByText('Nuevos (2)')).toBeVisible()

        // The end of the list scrolls up to above a selection and the receipt.
        await panel.getByRole('row').nth(1).focus()
        await page.keyboard.press('Space')
        const selection = panel.getByRole('region', { name: 'Selección' })
        await expectPressable(button(selection, 'Quitar la selección'))
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        for (const end of [panel.locator('tbody .cell-link').last(), button(panel, 'Copiar enlace')]) {
          await expectPressable(end)
        }
      },
    )
  })
}
