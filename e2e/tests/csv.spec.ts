import { download } from '@canje/tab-testing/browser'
import type { Locator, Page } from '@playwright/test'
import Papa from 'papaparse'
import { expect, openTab, test } from '../support/test'

const BYTE_ORDER_MARK = '\uFEFF'

/** Downloads the file and parses it with Papa Parse, which writes only small tables itself (docs/architecture.md). */
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

test('the CSV of Usuarios contains every row, as displayed', async ({ staffPage: page }) => {
  const panel = await openTab(page, 'Usuarios')
  const csv = await downloadCsv(page, panel)
  expect(csv.header).toEqual(await panel.getByRole('columnheader').allTextContents())
  expect(csv.rows).toHaveLength(500)
  expect(csv.rows[0]).toEqual(await panel.locator('tbody tr').first().getByRole('cell').allTextContents())
})
