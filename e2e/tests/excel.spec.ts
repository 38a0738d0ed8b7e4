import type { Locator, Page } from '@playwright/test'
import { readExcel } from '../support/excel'
import { expect, loadedPanel, openTab, test } from '../support/test'

/** Downloads the Excel file of a tab's view. @returns the texts and numbers of its rows, the header first */
async function downloadExcel(page: Page, panel: Locator): Promise<string[][]> {
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Vista' }).click()
  await panel.getByRole('menuitem', { name: 'Descargar para Excel' }).click()
  return readExcel(await download)
}

test('Excel gets the rows of the view in its order, from a small and from a large list', async ({
  staffPage: page,
}) => {
  const panel = await loadedPanel(page, 'Usuarios')
  await panel.getByRole('textbox', { name: 'Buscar en Usuarios' }).fill('bogotá')
  await panel.getByRole('button', { name: 'Nombre' }).click()
  await expect(panel.getByRole('columnheader', { name: 'Nombre' })).toHaveAttribute('aria-sort', 'ascending')
  const [header, first, ...others] = await downloadExcel(page, panel)
  expect(header).toEqual(await panel.getByRole('columnheader').allTextContents())
  const found = Number.parseInt(await panel.locator('.found').innerText(), 10)
  expect(others).toHaveLength(found - 1)
  const shown = await panel.locator('tbody tr').first().getByRole('cell').allTextContents()
  // The last cell is a date, which is a number of days.
  expect(first?.slice(0, -1)).toEqual(shown.slice(0, -1))
  expect(Number(first?.at(-1))).toBeGreaterThan(40_000)

  const name = '=1+1 <&> "ñ"'
  const date = '2026-01-02 12:00:00'
  const scores = Array.from({ length: 8_000 }, (_, id) => ({ id, points: id, name, locate: '007', date }))
  await page.route('**/SelectScores', (route) => route.fulfill({ json: { data: scores } }))
  const large = await openTab(page, 'Puntaje')
  const rows = await downloadExcel(page, large)
  expect(rows).toHaveLength(8_001)
  expect(rows.at(-1)).toEqual(['7999', '7999', '=1+1 &lt;&amp;&gt; &quot;ñ&quot;', '007', '46024.5'])
})
