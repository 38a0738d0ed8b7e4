import { download } from '@canje/tab-testing/browser'
import type { Locator, Page } from '@playwright/test'
import Papa from 'papaparse'
import { readExcel } from '../support/excel'
import { expect, openTab, test } from '../support/test'

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

test('the CSV and the Excel file of a large list have its rows, as a worker writes them', async ({
  staffPage: page,
}) => {
  const name = '=1+1 <&> "ñ"'
  const date = '2026-01-02 12:00:00'
  const scores = Array.from({ length: 8_000 }, (_, id) => ({ id, points: id, name, locate: '007', date }))
  await page.route('**/SelectScores', (route) => route.fulfill({ json: { data: scores } }))
  const panel = await openTab(page, 'Puntaje')
  await panel.getByRole('button', { name: 'Última página' }).click()
  await panel.getByRole('columnheader', { name: 'Id' }).click()
  await expect(panel.locator('tbody td:first-child').first()).toHaveText('7999')
  const rows = await downloadExcel(page, panel)
  expect(rows).toHaveLength(8_001)
  expect(rows[1]).toEqual(['7999', '7999', '=1+1 &lt;&amp;&gt; &quot;ñ&quot;', '007', '46024.5'])

  await expect(panel.getByRole('button', { name: 'CSV' })).toBeEnabled()
  await panel.getByRole('button', { name: 'CSV' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('CSV')
  const csv = await downloadCsv(page, panel)
  expect(csv.header).toEqual(await panel.getByRole('columnheader').allTextContents())
  expect(csv.rows).toHaveLength(8_000)
  expect(csv.rows[0]).toEqual(['7999', '7999', `'${name}`, '007', date])
})
