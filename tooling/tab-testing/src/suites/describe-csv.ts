import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { backend } from '../backend'
import { type Download, downloads } from '../downloads'
import { renderTab } from '../render-tab'
import { column } from '../table'
import { dataTexts, openTab, rowsWithTexts, type TabUnderTest } from './tab-under-test'

const BYTE_ORDER_MARK = '\uFEFF'

/** Cell texts with their escaped form in the file, including texts that must stay unescaped (D16, CSV; D28, CSV formulas). */
const escapedTexts: Record<string, string> = {
  '=1+1': "'=1+1",
  '+SUM(A1)': "'+SUM(A1)",
  '-cmd': "'-cmd",
  '@SUM(A1)': "'@SUM(A1)",
  '\tAna': "'\tAna",
  '\t=1': "'\t'=1",
  '\r=1': "'\r'=1",
  '\u00A0＝1+1': "'\u00A0＝1+1",
  "Ana;=cmd|' /C calc'!A0;": "Ana;'=cmd|' /C calc'!A0;",
  '+573001234567': '+573001234567',
  '-12.5': '-12.5',
  'a,b;c': 'a,b;c',
  'di "hola"': 'di "hola"',
  'dos\nlíneas': 'dos\nlíneas',
}

/** Tests the CSV export of a tab (specification §2, §9; D16). */
export function describeCsv(tab: TabUnderTest): void {
  const headers = Object.keys(tab.columns)

  describe('CSV', () => {
    it('saves every row as download.csv, as the columns show them, in UTF-8 with a byte order mark', async () => {
      const { user, backendRows } = await openTab(tab)
      await user.click(screen.getByRole('button', { name: 'Última página' }))
      const file = await pressCsv(user)
      // The browser may still be reading the file.
      expect(file).toMatchObject({ filename: 'download.csv', type: 'text/csv', revoked: false })
      expect(parseCsv(file)).toEqual([headers, ...backendRows.map((row) => dataTexts(tab, row))])
      expect(file.text.startsWith(`${BYTE_ORDER_MARK}${headers.join(',')}\r\n`)).toBe(true)
      expect(file.text.match(/\r\n/g)).toHaveLength(backendRows.length)
      expect(file.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    })

    it('escapes formulas, and no other texts', async () => {
      backend.respond(tab.endpoint, { data: rowsWithTexts(tab, Object.keys(escapedTexts)) })
      const { user } = await renderTab(tab.Tab)
      await waitFor(() => expect(column(tab.textColumn)).not.toContain(''))
      const [, ...lines] = parseCsv(await pressCsv(user))
      const index = headers.indexOf(tab.textColumn)
      expect(lines.map((line) => line[index])).toEqual(Object.values(escapedTexts))
    })
  })
}

/**
 * Presses the CSV button.
 *
 * @returns the downloaded file
 * @throws Error when no file is downloaded in time
 */
async function pressCsv(user: UserEvent): Promise<Download> {
  const before = (await downloads()).length
  await user.click(screen.getByRole('button', { name: 'CSV' }))
  return waitFor(async () => {
    const file = (await downloads())[before]
    if (!file) throw new Error('The CSV button was pressed, but no file was downloaded.')
    return file
  })
}

/** Parses the cells of a CSV file with an independent parser. */
function parseCsv({ text }: Download): string[][] {
  const { data, errors } = Papa.parse<string[]>(text.replace(BYTE_ORDER_MARK, ''), { newline: '\r\n', delimiter: ',' })
  expect(errors).toEqual([])
  return data.filter((line) => line.length > 1 || line[0] !== '')
}
