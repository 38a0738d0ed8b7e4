import { download } from '@canje/tab-testing/browser'
import type { Locator, Page } from '@playwright/test'
import Papa from 'papaparse'
import { readExcel } from '../support/excel'
import { expect, loadedPanel, openTab, test } from '../support/test'

const BYTE_ORDER_MARK = '\uFEFF'

/** Downloads the file and parses it with Papa Parse, which writes only small tables itself. */
async function downloadCsv(page: Page, panel: Locator) {
  const { filename, text } = await download(page, () => panel.getByRole('button', { name: 'CSV' }).click())
  expect(filename).toBe('download.csv')
  expect(text.startsWith(BYTE_ORDER_MARK)).toBe(true)
  const { data, errors, meta } = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true })
  expect(errors).toEqual([])
  expect(meta).toMatchObject({ delimiter: ',', linebreak: '\r\n' })
  const [header, ...rows] = data
  return { header, rows }
}

/** Downloads the Excel file of a tab's view. @returns the texts and numbers of its rows, the header first */
async function downloadExcel(page: Page, panel: Locator): Promise<string[][]> {
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Vista' }).click()
  await panel.getByRole('menuitem', { name: 'Descargar para Excel' }).click()
  return readExcel(await download)
}

test('the CSV contains every row, as displayed, and Excel gets the rows of the view in its order, from a small and from a large list', async ({
  staffPage: page,
}) => {
  const panel = await loadedPanel(page, 'Usuarios')
  const headers = await panel.getByRole('columnheader').allTextContents()
  const firstRow = () => panel.locator('tbody tr').first().getByRole('cell').allTextContents()
  // Once all rows have arrived: a disabled button has no tooltip.
  await expect(panel.getByRole('button', { name: 'CSV' })).toBeEnabled()
  await panel.getByRole('button', { name: 'CSV' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('CSV')
  const csv = await downloadCsv(page, panel)
  expect(csv.header).toEqual(headers)
  expect(csv.rows).toHaveLength(500)
  expect(csv.rows[0]).toEqual(await firstRow())

  await panel.getByRole('textbox', { name: 'Buscar en Usuarios' }).fill('bogotá')
  await panel.getByRole('button', { name: 'Nombre' }).click()
  await expect(panel.getByRole('columnheader', { name: 'Nombre' })).toHaveAttribute('aria-sort', 'ascending')
  const [header, first, ...others] = await downloadExcel(page, panel)
  expect(header).toEqual(headers)
  const found = Number.parseInt(await panel.locator('.found').innerText(), 10)
  expect(others).toHaveLength(found - 1)
  // The last cell is a date, which is a number of days.
  expect(first?.slice(0, -1)).toEqual((await firstRow()).slice(0, -1))
  expect(Number(first?.at(-1))).toBeGreaterThan(40_000)

  const name = '=1+1 <&> "ñ"'
  const date = '2026-01-02 12:00:00'
  const scores = Array.from({ length: 8_000 }, (_, id) => ({ id, points: id, name, locate: '007', date }))
  await page.route('**/SelectScores', (route) => route.fulfill({ json: { data: scores } }))
  const large = await openTab(page, 'Puntaje')
  await large.getByRole('button', { name: 'Última página' }).click()
  await large.getByRole('columnheader', { name: 'Id' }).click()
  await expect(large.locator('tbody td:first-child').first()).toHaveText('7999')
  const rows = await downloadExcel(page, large)
  expect(rows).toHaveLength(8_001)
  expect(rows[1]).toEqual(['7999', '7999', '=1+1 &lt;&amp;&gt; &quot;ñ&quot;', '007', '46024.5'])
})
