import type { Locator } from '@playwright/test'
import { scan, scanOnEveryDevice, viewports } from '../support/axe'
import { expect, loadedPanel, openTab, test } from '../support/test'

/** How a browser shows the page, beside the light theme that the other scans use. */
const appearances = {
  light: {},
  dark: { colorScheme: 'dark' },
  'forced colours': { forcedColors: 'active' },
} as const

const search = (panel: Locator) => panel.getByLabel(/^Buscar en /)

/** The rendered outline or text decoration of an element, which forced colours keep. */
const lineOf = (element: Locator) =>
  element.evaluate((node) => {
    const { textDecorationLine, borderColor, outlineStyle, backgroundColor } = getComputedStyle(node)
    return [textDecorationLine, borderColor, outlineStyle, backgroundColor].join()
  })

for (const [appearance, media] of Object.entries(appearances)) {
  test.describe(`in ${appearance}`, () => {
    test.beforeEach(({ page }) => page.emulateMedia(media))

    test('every state of a view has no violations', async ({ staffPage: page }) => {
      const panel = await openTab(page, 'Codigos')
      await scanOnEveryDevice(page, `${appearance}: a table`)
      await search(panel).fill('e')
      await panel.getByRole('button', { name: /sin redimir$/ }).click()
      await expect(panel.getByText('Estado: sin redimir')).toBeVisible()
      await expect(panel.locator('mark').first()).toBeVisible()
      await scanOnEveryDevice(page, `${appearance}: a search and a filter`)
      for (const menu of ['Filtro', 'Vista']) {
        await panel.getByRole('button', { name: menu, exact: true }).click()
        await scan(page, `${appearance}: the menu ${menu}`)
        await page.keyboard.press('Escape')
      }
      await page.setViewportSize({ width: 683, height: 384 })
      await scan(page, `${appearance}: 200 % zoom`)
      await page.setViewportSize(viewports.desktop)
      await search(panel).fill('no existe')
      await expect(panel.getByText('Nada coincide con «no existe».')).toBeVisible()
      await scanOnEveryDevice(page, `${appearance}: no matches`)
      await openTab(page, 'Reportes')
      await scanOnEveryDevice(page, `${appearance}: the full report`)
    })

    test('the errors of the login screen have no violations', async ({ page }) => {
      await page.goto('/login')
      await page.getByRole('button', { name: 'Iniciar sesión' }).click()
      await expect(page.getByLabel('Usuario')).toHaveAccessibleDescription('Debe ingresar un usuario y contraseña')
      await scanOnEveryDevice(page, `${appearance}: login errors`)
    })
  })
}

test('forced colours tell the active tab and the current page from the others', async ({ staffPage: page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const panel = await loadedPanel(page, 'Usuarios')
  const differ = async (one: Locator, other: Locator) => expect(await lineOf(one)).not.toBe(await lineOf(other))
  await differ(page.getByRole('tab', { name: 'Usuarios' }), page.getByRole('tab', { name: 'Codigos' }))
  await differ(
    panel.locator('.p-paginator-page.p-highlight'),
    panel.locator('.p-paginator-page:not(.p-highlight)').first(),
  )
})

test('a printed page has the rows of the view, and no buttons', async ({ staffPage: page }) => {
  const panel = await openTab(page, 'Codigos')
  await page.emulateMedia({ media: 'print' })
  const rows = panel.locator('tbody tr')
  await expect(rows).toHaveCount(10)
  await expect(rows.last()).toBeVisible()
  for (const hidden of ['banner', 'toolbar', 'navigation', 'textbox'] as const) {
    await expect(page.getByRole(hidden)).toHaveCount(0)
  }
  await expect(panel.getByRole('button', { name: /^Borrar/ })).toHaveCount(0)
})

test('a focused row does not change the printed page', async ({ staffPage: page }) => {
  const panel = await openTab(page, 'Codigos')
  const row = panel.locator('tbody tr').first()
  await row.focus()
  await page.emulateMedia({ media: 'print' })
  const height = async (one: Locator) => (await one.boundingBox())?.height
  expect(await height(row)).toBe(await height(panel.locator('tbody tr').nth(1)))
})
