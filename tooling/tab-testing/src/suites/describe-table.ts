import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { backend } from '../backend'
import { renderTab } from '../render-tab'
import { column, headerCell, headers } from '../table'
import { isSampled, itInFull } from './sampled'
import {
  dataTexts,
  openTab,
  PAGE_SIZE,
  requireColumn,
  rowsWithTexts,
  type TabUnderTest,
  waitForRows,
} from './tab-under-test'

/**
 * Tests columns, values, paging, sort order and refresh of a table (specification §2, §9; D7, D14).
 *
 * @throws Error when the tab has no column `Id` with the field `id`
 */
export function describeTable(tab: TabUnderTest): void {
  requireColumn(tab, describeTable.name, 'Id', 'id')
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

    itInFull('says that there are no rows yet', async () => {
      backend.respond(tab.endpoint, { data: [] })
      await renderTab(tab.Tab)
      await screen.findByText(/^Todavía no hay /)
      await waitForRows(tab, [])
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
    it('is ascending, then descending, for every column of texts, and the other way round for numbers', async () => {
      const { user, backendRows } = await openTab(tab)
      for (const [index, header] of dataHeaders.entries()) {
        const texts = backendRows.map((row) => dataTexts(tab, row)[index] ?? '')
        const isNumber = headerCell(header).classList.contains('number-cell')
        const directions = isNumber ? ([-1, 1] as const) : ([1, -1] as const)
        for (const direction of isSampled ? directions.slice(0, 1) : directions) {
          await user.click(headerCell(header))
          await waitFor(() => expect(column(header), header).toEqual(inOrder(texts, direction).slice(0, PAGE_SIZE)))
          expect(headerCell(header).getAttribute('aria-sort')).toBe(direction === 1 ? 'ascending' : 'descending')
        }
      }
    })

    itInFull('follows Spanish collation for text, with empty cells last', async () => {
      const texts = ['Zoe', null, 'Ñandú', 'ábaco', 'Nube', '', 'Oso', 'Álamo']
      backend.respond(tab.endpoint, { data: rowsWithTexts(tab, texts) })
      const { user } = await renderTab(tab.Tab)
      await waitFor(() => expect(column(tab.textColumn)).toHaveLength(texts.length))
      await user.click(headerCell(tab.textColumn))
      const inSpanish = ['ábaco', 'Álamo', 'Nube', 'Ñandú', 'Oso', 'Zoe', '', '']
      await waitFor(() => expect(column(tab.textColumn)).toEqual(inSpanish))
    })
  })

  itInFull("reloads the rows of the page by 'Datos de las …'", async () => {
    const { user, backendRows } = await openTab(tab)
    await user.click(screen.getByRole('button', { name: 'Siguiente página' }))
    const page = backendRows.slice(PAGE_SIZE, 2 * PAGE_SIZE)
    await waitForRows(tab, page)
    const changed = [{ ...page[0], id: 777 }, ...page.slice(1)]
    backend.respond(tab.endpoint, {
      data: [...backendRows.slice(0, PAGE_SIZE), ...changed, ...backendRows.slice(2 * PAGE_SIZE)],
    })
    const button = screen.getByRole('button', { name: /^Datos de las? \d\d:\d\d/ })
    expect(button.title).toBe('Actualizar los datos')
    await user.click(button)
    await waitForRows(tab, changed)
    expect(backend.requests(tab.endpoint)).toHaveLength(2)
  })

  if (tab.refreshes) {
    describe('Refrescar', () => {
      it('sends another request and shows the first page', async () => {
        const { user, backendRows } = await openTab(tab)
        await user.click(screen.getByRole('button', { name: 'Última página' }))
        const changed = [{ ...backendRows[0], id: 777 }, ...backendRows.slice(1)]
        backend.respond(tab.endpoint, { data: changed })
        await user.click(screen.getByRole('button', { name: 'Refrescar' }))
        await waitForRows(tab, changed.slice(0, PAGE_SIZE))
        expect(backend.requests(tab.endpoint)).toHaveLength(2)
      })

      itInFull('is busy while it runs, and sends one request for repeated presses', async () => {
        const { user } = await openTab(tab)
        const release = backend.hold(tab.endpoint)
        const button = screen.getByRole('button', { name: 'Refrescar' })
        await user.dblClick(button)
        await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
        await user.click(button)
        release()
        await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'))
        expect(backend.requests(tab.endpoint)).toHaveLength(2)
      })
    })
  }
}

/** Sorts numbers numerically and text by Spanish collation, with empty cells last in both directions. */
function inOrder(texts: readonly string[], direction: 1 | -1): string[] {
  const filled = texts.filter((text) => text !== '')
  const empty = texts.filter((text) => text === '')
  return [...filled.sort((a, b) => direction * a.localeCompare(b, 'es', { numeric: true })), ...empty]
}
