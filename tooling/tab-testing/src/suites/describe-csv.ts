import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { backend } from '../backend'
import { type Download, downloads } from '../downloads'
import { renderTab } from '../render-tab'
import { column, headerCell } from '../table'
import { dataTexts, openSection, requireColumn, rowsWithTexts, type Section } from './section'

const BYTE_ORDER_MARK = '\uFEFF'

/** Texts that a spreadsheet would run, or that only look so, and what the file must hold in their place (D16, D28). */
const inertTexts: Record<string, string> = {
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

/** The CSV export that every section has (specification §2, §9; D16). */
export function describeCsv(section: Section): void {
  requireColumn(section, describeCsv.name, 'Id', 'id')
  const headers = Object.keys(section.columns)

  describe('CSV', () => {
    it('saves every row as download.csv, as the columns show them', async () => {
      const { user, truth } = await openSection(section)
      await user.click(screen.getByRole('button', { name: 'Última Página' }))
      const file = await pressCsv(user)
      // The browser may still be reading it.
      expect(file).toMatchObject({ filename: 'download.csv', type: 'text/csv', released: false })
      expect(parsed(file)).toEqual([headers, ...truth.map((row) => dataTexts(section, row))])
    })

    it('is UTF-8 with a byte order mark, commas and CRLF', async () => {
      const { user, truth } = await openSection(section)
      const { text } = await pressCsv(user)
      expect(text.startsWith(`${BYTE_ORDER_MARK}${headers.join(',')}\r\n`)).toBe(true)
      expect(text.match(/\r\n/g)).toHaveLength(truth.length)
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    })

    it('keeps the order of the screen', async () => {
      const { user, truth } = await openSection(section)
      await user.dblClick(headerCell('Id'))
      const ids = truth.map(({ id }) => Number(id)).sort((a, b) => b - a)
      await waitFor(() => expect(column('Id')[0]).toBe(String(ids[0])))
      const [, ...lines] = parsed(await pressCsv(user))
      expect(lines.map(([id]) => Number(id))).toEqual(ids)
    })

    it('makes formulas inert, and only those', async () => {
      backend.answer(section.call, { data: rowsWithTexts(section, Object.keys(inertTexts)) })
      const { user } = await renderTab(section.Tab)
      await waitFor(() => expect(column(section.textColumn)).not.toContain(''))
      const [, ...lines] = parsed(await pressCsv(user))
      const index = headers.indexOf(section.textColumn)
      expect(lines.map((line) => line[index])).toEqual(Object.values(inertTexts))
    })

    it('holds the headers alone when there is no data', async () => {
      backend.answer(section.call, { data: [] })
      const { user } = await renderTab(section.Tab)
      await screen.findByText('no hay datos')
      expect(parsed(await pressCsv(user))).toEqual([headers])
    })

    it('cannot be pressed before there is an answer', async () => {
      backend.hold(section.call)
      await renderTab(section.Tab)
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'CSV' }).disabled).toBe(true)
    })

    it("has the tooltip 'CSV'", async () => {
      const { user } = await openSection(section)
      const button = screen.getByRole('button', { name: 'CSV' })
      // PrimeReact listens for pointers some time after it draws the button.
      await waitFor(async () => {
        await user.unhover(button)
        await user.hover(button)
        expect(screen.getByRole('tooltip').textContent).toBe('CSV')
      })
    })
  })
}

/** Presses the CSV button and waits for its file. */
export async function pressCsv(user: UserEvent): Promise<Download> {
  const before = (await downloads()).length
  await user.click(screen.getByRole('button', { name: 'CSV' }))
  return waitFor(async () => {
    const file = (await downloads())[before]
    if (!file) throw new Error('CSV has been pressed and no file was downloaded.')
    return file
  })
}

/** The cells of a CSV file, read by an independent parser. */
export function parsed({ text }: Download): string[][] {
  const { data, errors } = Papa.parse<string[]>(text.replace(BYTE_ORDER_MARK, ''), { newline: '\r\n', delimiter: ',' })
  expect(errors).toEqual([])
  return data.filter((line) => line.length > 1 || line[0] !== '')
}
