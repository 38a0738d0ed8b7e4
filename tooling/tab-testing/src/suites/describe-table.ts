import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { backend } from '../backend'
import { renderTab } from '../render-tab'
import { column, headerCell, headers } from '../table'
import { dataTexts, openTab, PAGE_SIZE, rowsWithTexts, type TabUnderTest, waitForRows } from './tab-under-test'

/** Tests columns, values, paging, sort order and refresh of a table (specification §2, §9; D7, D14). */
export function describeTable(tab: TabUnderTest): void {
  const dataHeaders = Object.keys(tab.columns)
  const controlHeaders = Object.keys(tab.controls ?? {})

  describe('the table', () => {
    it('has the columns of the specification, in order, and scrolls within a height of 700 pixels', async () => {
      await openTab(tab)
      expect(headers()).toEqual([...dataHeaders, ...controlHeaders])
      for (const header of controlHeaders) expect(headerCell(header).getAttribute('aria-sort'), header).toBeNull()
      expect(screen.getByRole('region', { name: /^Tabla de / }).style.maxHeight).toBe('700px')
    })

    it('shows pages of ten rows in the order of the backend', async () => {
      const { user, backendRows } = await openTab(tab)
      const hint = `${tab.endpoint} must return three pages of rows: see the seed in tooling/tab-testing/src/test-data.ts`
      expect(backendRows.length, hint).toBeGreaterThan(2 * PAGE_SIZE)
      await user.click(screen.getByRole('button', { name: 'Siguiente página' }))
      await waitForRows(tab, backendRows.slice(PAGE_SIZE, 2 * PAGE_SIZE))
      await user.click(screen.getByRole('button', { name: 'Última página' }))
      await waitForRows(tab, backendRows.slice(Math.floor((backendRows.length - 1) / PAGE_SIZE) * PAGE_SIZE))
      await user.click(screen.getByRole('button', { name: 'Primera página' }))
      await waitForRows(tab, backendRows.slice(0, PAGE_SIZE))
      await user.click(screen.getByRole('button', { name: 'Página 2' }))
      await waitForRows(tab, backendRows.slice(PAGE_SIZE, 2 * PAGE_SIZE))
      expect(backend.requests(tab.endpoint)).toHaveLength(1)
    })

    it('shows hostile texts literally, each in its row', async () => {
      const texts = [
        '<b>negrita</b>',
        '"comillas" y \'apóstrofos\'',
        'dos\nlíneas',
        '\u202Eal revés',
        'ñ'.repeat(10_000),
      ]
      const hostile = rowsWithTexts(tab, texts)
      backend.respond(tab.endpoint, { data: hostile })
      await renderTab(tab.Tab)
      await waitForRows(tab, hostile)
      expect(document.querySelector('td b')).toBeNull()
    })
  })

  describe('the sort order', () => {
    it('is ascending first for texts, descending for numbers, and reversed by another press', async () => {
      const { user, backendRows } = await openTab(tab)
      async function press(header: string, direction: 1 | -1) {
        const texts = backendRows.map((row) => dataTexts(tab, row)[dataHeaders.indexOf(header)] ?? '')
        await user.click(headerCell(header))
        await waitFor(() => expect(column(header), header).toEqual(inOrder(texts, direction).slice(0, PAGE_SIZE)))
        expect(headerCell(header).getAttribute('aria-sort')).toBe(direction === 1 ? 'ascending' : 'descending')
      }
      for (const header of dataHeaders) await press(header, isNumeric(header) ? -1 : 1)
      const last = dataHeaders.at(-1) ?? ''
      await press(last, isNumeric(last) ? 1 : -1)
    })
  })

  if (tab.refreshes)
    it('shows the first page of the present rows after Refrescar', async () => {
      const { user, backendRows } = await openTab(tab)
      await user.click(screen.getByRole('button', { name: 'Última página' }))
      const changed = [...rowsWithTexts(tab, ['Cambiado']), ...backendRows.slice(1)]
      backend.respond(tab.endpoint, { data: changed })
      await user.click(screen.getByRole('button', { name: 'Refrescar' }))
      await waitForRows(tab, changed.slice(0, PAGE_SIZE))
      expect(backend.requests(tab.endpoint)).toHaveLength(2)
    })
}

function isNumeric(header: string): boolean {
  return headerCell(header).classList.contains('number-cell')
}

/** Sorts numbers numerically and text by Spanish collation, with empty cells last in both directions. */
function inOrder(texts: readonly string[], direction: 1 | -1): string[] {
  const filled = texts.filter((text) => text !== '')
  const empty = texts.filter((text) => text === '')
  return [...filled.sort((a, b) => direction * a.localeCompare(b, 'es', { numeric: true })), ...empty]
}
