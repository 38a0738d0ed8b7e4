import type { Locator, Page } from '@playwright/test'
import { expect, loadedPanel, openMain, openTab, sampled, test } from '../support/test'

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} has no box.`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** The texts that are cut off. */
const cutOff = (cells: Locator) =>
  cells.evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)

async function expectNoWiderThanTheWindow(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth).toBe(clientWidth)
}

test('Usuarios shows whole names and most mails, and every header', async ({ staffPage: page }) => {
  const panel = await loadedPanel(page, 'Usuarios')
  expect(await cutOff(panel.locator('tbody td:nth-child(2) > .cell-text'))).toBe(0)
  expect(await cutOff(panel.locator('tbody td:nth-child(3) > .cell-text'))).toBeLessThan(5)
  expect(await cutOff(panel.locator('.p-column-title'))).toBe(0)
})

for (const size of [
  { width: 1366, height: 768 },
  { width: 1100, height: 650 },
]) {
  test(
    `details take their width from the table at ${size.width}×${size.height}`,
    sampled(size.width === 1100),
    async ({ page }) => {
      await page.setViewportSize(size)
      await openMain(page, '/main?tab=usuarios')
      const panel = await loadedPanel(page, 'Usuarios')
      await panel.locator('tbody .cell-link').first().click()
      const details = panel.getByRole('dialog')
      await expect(details.getByRole('button', { name: 'Actualizar' })).toBeVisible()
      const { x, y } = await boxOf(details)
      expect((await boxOf(panel.getByRole('toolbar'))).bottom).toBeLessThanOrEqual(y)
      expect((await boxOf(panel.getByRole('region', { name: 'Vista de Usuarios' }))).bottom).toBeLessThanOrEqual(y)
      for (const part of [panel.getByRole('region', { name: 'Tabla de Usuarios' }), panel.getByRole('navigation')]) {
        expect((await boxOf(part)).right).toBeLessThanOrEqual(x + 1)
      }
      await panel.locator('tbody tr').first().locator('td').last().scrollIntoViewIfNeeded()
      expect((await boxOf(panel.locator('tbody tr').first().locator('td').last())).right).toBeLessThanOrEqual(x + 1)
    },
  )
}

test('a phone shows the first code and a page field', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openMain(page, '/main?tab=codigos')
  const panel = await loadedPanel(page, 'Codigos')
  expect((await boxOf(panel.locator('tbody [data-card="top-start"] > .cell-text').first())).y).toBeLessThan(300)
  await panel.getByLabel('Ir a la página').fill('3')
  await panel.getByLabel('Ir a la página').press('Enter')
  await expect(panel.getByText(/^21–30 de /)).toBeVisible()
})

for (const size of [
  { width: 1366, height: 768 },
  { width: 683, height: 384 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]) {
  test(
    `filters, chips and details of very long names fit ${size.width}×${size.height}`,
    sampled(size.width === 683 || size.width === 320),
    async ({ page }) => {
      await page.setViewportSize(size)
      const name = 'Nombre'.repeat(1667)
      await page.route('**/SelectCodes', (route) => {
        const codes = [name, 'Ana'].map((userName, id) => ({ id, name: `${name}${id}`, userName, used: 1, date: null }))
        return route.fulfill({ headers: { 'Access-Control-Allow-Origin': '*' }, json: { data: { data: codes } } })
      })
      await openMain(page, '/main?tab=codigos')
      const panel = await loadedPanel(page, 'Codigos')
      await panel.getByRole('button', { name: 'Filtro', exact: true }).click()
      const menu = panel.getByRole('group', { name: 'Filtro' })
      const users = menu.getByLabel('Usuario')
      await expect(users).toBeVisible()
      const { x, right } = await boxOf(menu)
      expect(x).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(size.width)
      expect(await cutOff(menu)).toBe(0)
      await expectNoWiderThanTheWindow(page)

      await users.selectOption({ index: 3 })
      await page.keyboard.press('Escape')
      expect((await boxOf(panel.getByRole('listitem').first())).width).toBeLessThan(size.width)
      await expectNoWiderThanTheWindow(page)
      await panel.locator('.cell-link:visible').first().click()
      const { height } = await boxOf(panel.getByRole('dialog').getByRole('heading', { level: 3 }))
      expect(height).toBeGreaterThan(20)
      expect(height).toBeLessThan(size.height / 2)
      await expectNoWiderThanTheWindow(page)
    },
  )
}

test('the filters of Reportes stand in columns, inside of the window', async ({ staffPage: page }) => {
  const panel = await openTab(page, 'Reportes')
  await panel.getByRole('button', { name: 'Filtro', exact: true }).click()
  const menu = panel.getByRole('group', { name: 'Filtro' })
  await expect(menu.getByLabel('Ciudad')).toBeVisible()
  const { right, bottom } = await boxOf(menu)
  expect(right).toBeLessThanOrEqual(1366)
  expect(bottom).toBeLessThanOrEqual(768)
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
})
