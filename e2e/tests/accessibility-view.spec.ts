import type { Locator } from '@playwright/test'
import { scan, scanInEveryAppearance } from '../support/axe'
import { expect, filterBy, loadedPanel, openTab, test } from '../support/test'

const search = (panel: Locator) => panel.getByLabel(/^Buscar en /)

/** The rendered lines of an element, and its background, which forced colours keep. */
const lineOf = (element: Locator) =>
  element.evaluate((node) => {
    const { textDecorationLine, borderStyle, borderColor, outlineStyle, backgroundColor } = getComputedStyle(node)
    return [textDecorationLine, borderStyle, borderColor, outlineStyle, backgroundColor].join()
  })

test('a search, a filter, its menus and a search without matches have no violations in any appearance', async ({
  staffPage: page,
}) => {
  const panel = await openTab(page, 'Codigos')
  await search(panel).fill('e')
  await filterBy(panel, 'Estado', /^sin redimir /)
  await expect(panel.getByText('Estado: sin redimir')).toBeVisible()
  await expect(panel.locator('mark').first()).toBeVisible()
  await scanInEveryAppearance(page, 'a search and a filter')
  for (const menu of ['+ Filtro', 'Vista']) {
    await panel.getByRole('button', { name: menu, exact: true }).click()
    await scanInEveryAppearance(page, `the menu ${menu}`, scan)
    await page.keyboard.press('Escape')
  }
  await search(panel).fill('no existe')
  await expect(panel.getByText('Nada coincide con «no existe».')).toBeVisible()
  await scanInEveryAppearance(page, 'no matches')
  await page.setViewportSize({ width: 683, height: 384 })
  await scan(page, '200 % zoom')
})

test('forced colours tell the active tab and the current page from the others; a printed page has the rows, and no buttons', async ({
  staffPage: page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const users = await loadedPanel(page, 'Usuarios')
  const differ = async (one: Locator, other: Locator) => expect(await lineOf(one)).not.toBe(await lineOf(other))
  await differ(page.getByRole('tab', { name: 'Usuarios' }), page.getByRole('tab', { name: 'Codigos' }))
  await differ(
    users.locator('.p-paginator-page.p-highlight'),
    users.locator('.p-paginator-page:not(.p-highlight)').first(),
  )

  await page.emulateMedia({ forcedColors: 'none' })
  const panel = await openTab(page, 'Codigos')
  const rows = panel.locator('tbody tr')
  await rows.first().focus()
  await page.emulateMedia({ media: 'print' })
  await expect(rows).toHaveCount(10)
  await expect(rows.last()).toBeVisible()
  for (const hidden of ['banner', 'toolbar', 'navigation', 'textbox'] as const) {
    await expect(page.getByRole(hidden)).toHaveCount(0)
  }
  await expect(panel.getByRole('button', { name: /^Borrar/ })).toHaveCount(0)
  // A focused row looks as the others.
  const height = async (one: Locator) => (await one.boundingBox())?.height
  expect(await height(rows.first())).toBe(await height(rows.nth(1)))

  await page.emulateMedia({ media: 'screen' })
  const scores = await openTab(page, 'Puntaje')
  await scores.getByRole('button', { name: 'Resumen' }).click()
  const groups = page.getByRole('dialog').getByRole('table')
  await expect(groups).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(groups).toBeVisible()
  await expect(scores.getByRole('table', { name: 'Puntaje', exact: true })).toHaveCount(0)
  await expect(scores.getByPlaceholder('Buscar en Puntaje')).toBeHidden()
})
