import { expect, hoverToast, openTab, test, toast } from '../support/test'

const hostile = [
  '<b>negrita</b><img src=x onerror="window.ran = true">',
  '"comillas" y \'apóstrofos\'',
  'línea uno\nlínea dos',
  '\u202eal revés\u2066',
  'Ñ'.repeat(10_000),
]

test('texts from the database are not interpreted as HTML, and break neither the layout nor a toast', async ({
  staffPage: page,
}) => {
  await page.route('**/SelectScores', async (route) => {
    const response = await route.fetch()
    const rows = hostile.map((name, id) => ({ id, points: 1, name, locate: 'Sede', date: '2026-01-02 03:04:05' }))
    await route.fulfill({ response, json: { data: { data: rows } } })
  })
  const panel = await openTab(page, 'Puntaje')
  const names = panel.locator('tbody tr td:nth-child(3)')
  await expect.poll(() => names.evaluateAll((cells) => cells.map(({ textContent }) => textContent))).toEqual(hostile)
  await expect(names.locator('b, img')).toHaveCount(0)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)

  const widths = await panel.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.scrollWidth))
  expect(new Set(widths).size).toBe(1)
  const pageWidth = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(pageWidth).toBe(0)
  const dates = panel.locator('tbody tr td:nth-child(5)')
  await expect(dates).toHaveText(hostile.map(() => '2026-01-02 03:04:05'))

  await page.route('**/SelectCodes', async (route) => {
    const response = await route.fetch()
    const rows = hostile.map((name, id) => ({ id, name, userName: null, used: 0, date: '2026-01-02 03:04:05' }))
    await route.fulfill({ response, json: { data: { data: rows } } })
  })
  await page.route('**/DeleteCode', (route) => route.fulfill({ json: { data: 1 } }))
  const codes = await openTab(page, 'Codigos')
  const buttons = codes.locator('tbody').getByRole('button', { name: /^Borrar/ })
  await expect(buttons).toHaveCount(hostile.length)
  const details = page.locator('.p-toast-detail')
  for (const index of [0, hostile.length - 1]) {
    const code = hostile[index]
    const text = `se elimino el codigos ${code}`
    await hoverToast(page, text, () => buttons.nth(index).click())
    expect(await details.allTextContents()).toContain(text)
  }
  await expect(details.locator('b, img')).toHaveCount(0)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)

  const box = await toast(page, 'Ñ'.repeat(10_000)).last().boundingBox()
  expect(box?.width).toBe(400)
  expect(box?.height).toBeLessThan(768 / 3)
})
