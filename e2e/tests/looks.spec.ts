import type { Locator, Page } from '@playwright/test'
import { viewports } from '../support/axe'
import { expect, loadedPanel, openFilter, openMain, openTab, test } from '../support/test'

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

test('Usuarios shows whole names and most mails, details take their width from the table, and the dates of Reportes are one filter', async ({
  staffPage: page,
}) => {
  const panel = await loadedPanel(page, 'Usuarios')
  expect(await cutOff(panel.locator('tbody td:nth-child(2) > .cell-text'))).toBe(0)
  expect(await cutOff(panel.locator('tbody td:nth-child(3) > .cell-text'))).toBeLessThan(5)
  expect(await cutOff(panel.locator('.p-column-title'))).toBe(0)

  await panel.locator('tbody .cell-link').first().click()
  const details = panel.getByRole('dialog')
  await expect(details.getByRole('button', { name: 'Actualizar' })).toBeVisible()
  // Figures that are cut off are other figures.
  const points = await boxOf(panel.locator('.p-column-title', { hasText: 'Puntaje' }))
  expect(points.right).toBeLessThanOrEqual((await boxOf(details)).x)
  // The history is longer than the panel.
  await expect(details.getByRole('heading', { name: /^Árbol/ })).toBeAttached()
  expect((await boxOf(details.getByRole('button', { name: 'Cerrar' }))).height).toBeGreaterThanOrEqual(32)
  const lastCell = panel.locator('tbody tr').first().locator('td').last()
  for (const size of [{ width: 1100, height: 650 }, viewports.desktop]) {
    await page.setViewportSize(size)
    // The parts take their places one after the other.
    await expect(async () => {
      const { x, y } = await boxOf(details)
      expect((await boxOf(panel.getByRole('toolbar'))).bottom).toBeLessThanOrEqual(y)
      expect((await boxOf(panel.getByRole('region', { name: 'Vista de Usuarios' }))).bottom).toBeLessThanOrEqual(y)
      for (const part of [panel.getByRole('region', { name: 'Tabla de Usuarios' }), panel.getByRole('navigation')]) {
        expect((await boxOf(part)).right).toBeLessThanOrEqual(x + 1)
      }
      await lastCell.scrollIntoViewIfNeeded()
      expect((await boxOf(lastCell)).right).toBeLessThanOrEqual(x + 1)
    }).toPass()
  }

  const reports = await openTab(page, 'Reportes')
  const menu = await openFilter(reports, 'Fecha')
  await expect(menu.getByLabel('Fecha de')).toHaveValue('codeDate')
  const { right, bottom } = await boxOf(menu)
  expect(right).toBeLessThanOrEqual(1366)
  expect(bottom).toBeLessThanOrEqual(768)
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
})

test("on a tablet buttons have labels, and PrimeReact's own components and blocks of an extension their layout", async ({
  staffPage: page,
}) => {
  const panel = await openTab(page, 'Codigos')
  await page.setViewportSize({ width: 768, height: 1024 })
  for (const label of ['Crear codigo', 'Borrar codigos'])
    await expect(panel.getByText(label, { exact: true })).toBeVisible()
  const looks = await page.evaluate(() => {
    const own = document.createElement('div')
    own.innerHTML = `
      <div class="p-datatable p-component"><div class="p-datatable-header">Premios</div></div>
      <div class="p-dialog-mask"></div>
      <div class="detail-panel"><div class="block">Premio</div></div>`
    document.body.append(own)
    const styleOf = (name: string) => getComputedStyle(own.querySelector(`.${name}`) ?? own)
    const { width } = styleOf('block')
    return {
      table: styleOf('p-datatable').display,
      header: styleOf('p-datatable-header').gridArea,
      mask: styleOf('p-dialog-mask').backgroundColor,
      isBlockStretched: Number.parseFloat(width) > 300,
    }
  })
  expect(looks).toEqual({ table: 'block', header: 'auto', mask: 'rgba(0, 0, 0, 0)', isBlockStretched: false })
})

test('ids of 15 digits are whole, and the rows as high as those of others', async ({ page }) => {
  await page.route('**/Select*', async (route) => {
    const response = await route.fetch()
    const longId = (_: string, id: string) => `"id":${id.padStart(15, '8')}`
    await route.fulfill({ response, body: (await response.text()).replaceAll(/"id":(\d+)/g, longId) })
  })
  await openMain(page)
  for (const tab of ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']) {
    const panel = await openTab(page, tab)
    const ids = panel.locator('tbody td:first-child > .cell-text')
    await expect(ids.first()).toHaveText(/^8\d{14}$/)
    expect(await cutOff(ids)).toBe(0)
    // Digits are higher than their line.
    const hidden = await ids.evaluateAll((all) => all.map((id) => id.scrollHeight - id.clientHeight))
    expect(Math.max(...hidden)).toBeLessThan(5)
    const heights = await panel.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight))
    expect(new Set(heights)).toEqual(new Set([36]))
  }
})

test('a phone shows the first code and a page field', async ({ page }) => {
  await page.setViewportSize(viewports.phone)
  await openMain(page, '/main?tab=codigos')
  const panel = await loadedPanel(page, 'Codigos')
  expect((await boxOf(panel.locator('tbody [data-card="top-start"] > .cell-text').first())).y).toBeLessThan(240)
  await panel.getByLabel('Ir a la página').fill('3')
  await panel.getByLabel('Ir a la página').press('Enter')
  await expect(panel.getByText(/^21–30 de /)).toBeVisible()
})

test('the card of a person without a name opens the panel', async ({ page }) => {
  await page.setViewportSize(viewports.phone)
  await page.route('**/SelectUsers', async (route) => {
    await route.fulfill({ response: await route.fetch(), json: { data: [{ id: 7, name: null, phone: '301' }] } })
  })
  await openMain(page)
  await page.getByRole('link', { name: 'Ver detalle' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Usuario 7' })).toBeVisible()
})

test('the icon of a sorted column of a phone keeps off the header beside it', async ({ page }) => {
  await page.setViewportSize(viewports.phone)
  await openMain(page, '/main?tab=reportes')
  await (await loadedPanel(page, 'Reportes')).getByRole('button', { name: 'Resumen' }).click()
  const headers = page.getByRole('dialog', { name: 'Resumen' }).getByRole('columnheader')
  const icon = await boxOf(headers.filter({ hasText: 'Codigos redimidos' }).locator('i'))
  const before = await boxOf(headers.getByText('Id', { exact: true }))
  expect(icon.x - before.right).toBeGreaterThanOrEqual(4)
})

test('the labels of a panel stand beside the first line of a long text', async ({ page }) => {
  const name = 'María de los Ángeles '.repeat(5).trim()
  const lists: Record<string, object> = {
    SelectCodes: { id: 1, name: 'ABC123', userName: name, used: 0, date: null },
    SelectUsers: { id: 1, name, cityName: 'San Andrés de '.repeat(9) },
  }
  for (const [list, row] of Object.entries(lists))
    await page.route(`**/${list}`, async (route) => {
      await route.fulfill({ response: await route.fetch(), json: { data: [row] } })
    })
  await openMain(page, '/main?tab=codigos')
  const panel = await loadedPanel(page, 'Codigos')
  const details = panel.getByRole('dialog')
  const label = (text: string) => boxOf(details.locator('dt', { hasText: text }))
  await panel.getByRole('link', { name: 'ABC123' }).click()
  const person = details.getByRole('button', { name })
  expect((await label('Usuario')).bottom).toBeLessThan((await boxOf(person)).y + 24)
  await person.click()
  await expect(details.locator('dt', { hasText: 'Locación' })).toBeVisible()
  expect((await label('Locación')).height).toBeLessThan(24)
})

test('filters, chips and details of very long names fit windows of all sizes', async ({ page }) => {
  const name = 'Nombre'.repeat(1667)
  await page.route('**/SelectCodes', (route) => {
    const codes = [name, 'Ana'].map((userName, id) => ({ id, name: `${name}${id}`, userName, used: 1, date: null }))
    return route.fulfill({ headers: { 'Access-Control-Allow-Origin': '*' }, json: { data: { data: codes } } })
  })
  await openMain(page, '/main?tab=codigos')
  const panel = await loadedPanel(page, 'Codigos')
  const others = process.env.LONG_TESTS ? [{ width: 683, height: 384 }, viewports.phone] : []
  for (const size of [viewports.desktop, { width: 700, height: 540 }, ...others, { width: 320, height: 640 }]) {
    await test.step(`${size.width}×${size.height}`, async () => {
      await page.setViewportSize(size)
      const menu = await openFilter(panel, 'Usuario')
      await expect(menu.getByRole('combobox')).toBeVisible()
      const { x, right } = await boxOf(menu)
      expect(x).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(size.width)
      expect(await cutOff(menu)).toBe(0)
      await expectNoWiderThanTheWindow(page)

      await menu.getByRole('option').nth(3).click()
      const chip = panel.getByRole('listitem').first()
      expect((await boxOf(chip)).width).toBeLessThan(size.width)
      await expectNoWiderThanTheWindow(page)
      await panel.locator('.cell-link:visible').first().click()
      const { height } = await boxOf(panel.getByRole('dialog').getByRole('heading', { level: 3 }))
      expect(height).toBeGreaterThan(20)
      expect(height).toBeLessThan(size.height / 2)
      await expectNoWiderThanTheWindow(page)
      await page.keyboard.press('Escape')
      await expect(panel.getByRole('dialog')).toHaveCount(0)
      await chip.getByRole('button').click()
      await expect(chip).toBeHidden()
    })
  }
})
