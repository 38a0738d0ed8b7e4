import { expect, openTab, test } from '../support/test'

const hostile = [
  '<b>negrita</b><img src=x onerror="window.ran = true">',
  '"comillas" y \'apóstrofos\'',
  'línea uno\nlínea dos',
  '\u202eal revés\u2066',
  'Ñ'.repeat(10_000),
]

test('texts from the database are text, and do not break the table', async ({ staffPage: page }) => {
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
})
