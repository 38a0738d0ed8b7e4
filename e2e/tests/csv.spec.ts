import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import Papa from 'papaparse'
import { expect, openTab, test } from '../support/test'

const BYTE_ORDER_MARK = '\uFEFF'

/** Downloads the file and parses it with Papa Parse, which writes only small tables itself (docs/architecture.md). */
async function downloadCsv(page: Page, panel: Locator) {
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('download.csv')
  const text = await readFile(await file.path(), 'utf8')
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

test('the CSV of Puntaje contains only the filtered rows', async ({ staffPage: page }) => {
  const panel = await openTab(page, 'Puntaje')
  const person = await panel.locator('tbody tr').first().getByRole('cell').nth(2).textContent()
  await panel.getByRole('button', { name: 'Filtrar' }).click()
  await page.getByLabel('Filtrar Puntaje').fill(person ?? '')
  await page.getByLabel('Filtrar Puntaje').press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  const csv = await downloadCsv(page, panel)
  expect(new Set(csv.rows.map((row) => row[2]))).toEqual(new Set([person]))
})

test('the CSV of Reportes has its seventeen columns', async ({ staffPage: page }) => {
  const panel = await openTab(page, 'Reportes')
  const csv = await downloadCsv(page, panel)
  expect(csv.header).toHaveLength(17)
  expect(csv.rows.length).toBeGreaterThan(1000)
})
