import { readFileSync } from 'node:fs'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { backend } from '../backend'
import { renderTab } from '../render-tab'
import { column, headerCell, headers } from '../table'
import { dataTexts, openSection, PAGE_SIZE, requireColumn, rowsWithTexts, type Section, shows } from './section'

/** The rules every table keeps (specification §2, §9; D7, D14): columns, values, paging, order and refresh. */
export function describeTable(section: Section): void {
  requireColumn(section, describeTable.name, 'Id', 'id')
  const dataHeaders = Object.keys(section.columns)
  const controlHeaders = Object.keys(section.controls ?? {})

  describe('the table', () => {
    it('has the columns of the specification, in order', async () => {
      await openSection(section)
      expect(headers()).toEqual([...dataHeaders, ...controlHeaders])
    })

    it('has as many columns as package.json says that its skeleton has', async () => {
      await openSection(section)
      // A remote's tests run in its folder.
      const { canje } = JSON.parse(readFileSync('package.json', 'utf8'))
      expect(headers(), 'Mend canje.tab.columns in package.json').toHaveLength(canje.tab.columns)
    })

    it('shows page after page as the backend has them, ten rows each', async () => {
      const { user, truth } = await openSection(section)
      const enough = `${section.call} must answer with three pages of rows: see the seed in tab-testing/src/test-context.ts`
      expect(truth.length, enough).toBeGreaterThan(2 * PAGE_SIZE)
      await user.click(screen.getByRole('button', { name: 'Siguiente Página' }))
      await shows(section, truth.slice(PAGE_SIZE, 2 * PAGE_SIZE))
      await user.click(screen.getByRole('button', { name: 'Última Página' }))
      await shows(section, truth.slice(Math.floor((truth.length - 1) / PAGE_SIZE) * PAGE_SIZE))
      await user.click(screen.getByRole('button', { name: 'Primera Página' }))
      await shows(section, truth.slice(0, PAGE_SIZE))
      await user.click(screen.getByRole('button', { name: 'Página 2' }))
      await shows(section, truth.slice(PAGE_SIZE, 2 * PAGE_SIZE))
      expect(backend.calls(section.call)).toHaveLength(1)
    })

    it('scrolls within 700 pixels', async () => {
      await openSection(section)
      expect(screen.getByRole('region', { name: /^Tabla de / }).style.maxHeight).toBe('700px')
    })

    it("says 'no hay datos' when there are none", async () => {
      backend.answer(section.call, { data: [] })
      await renderTab(section.Tab)
      await screen.findByText('no hay datos')
      await shows(section, [])
    })

    it('shows hostile texts as they are, each in its row', async () => {
      const texts = [
        '<b>negrita</b>',
        '"comillas" y \'apóstrofos\'',
        'dos\nlíneas',
        '\u202Eal revés',
        'ñ'.repeat(10_000),
      ]
      const hostile = rowsWithTexts(section, texts)
      backend.answer(section.call, { data: hostile })
      await renderTab(section.Tab)
      await shows(section, hostile)
      expect(document.querySelector('td b')).toBeNull()
    })
  })

  describe('the order', () => {
    it('goes by every column of data, up and then down', async () => {
      const { user, truth } = await openSection(section)
      for (const [index, header] of dataHeaders.entries()) {
        const texts = truth.map((row) => dataTexts(section, row)[index] ?? '')
        await user.click(headerCell(header))
        await waitFor(() => expect(column(header), header).toEqual(inOrder(texts, 1).slice(0, PAGE_SIZE)))
        expect(headerCell(header).getAttribute('aria-sort')).toBe('ascending')
        await user.click(headerCell(header))
        await waitFor(() => expect(column(header), header).toEqual(inOrder(texts, -1).slice(0, PAGE_SIZE)))
        expect(headerCell(header).getAttribute('aria-sort')).toBe('descending')
      }
    })

    it('is the one of Spanish for text, with empty cells last', async () => {
      const texts = ['Zoe', null, 'Ñandú', 'ábaco', 'Nube', '', 'Oso', 'Álamo']
      backend.answer(section.call, { data: rowsWithTexts(section, texts) })
      const { user } = await renderTab(section.Tab)
      await waitFor(() => expect(column(section.textColumn)).toHaveLength(texts.length))
      await user.click(headerCell(section.textColumn))
      const inSpanish = ['ábaco', 'Álamo', 'Nube', 'Ñandú', 'Oso', 'Zoe', '', '']
      await waitFor(() => expect(column(section.textColumn)).toEqual(inSpanish))
    })

    it('is the one of numbers for numbers', async () => {
      backend.answer(section.call, { data: [10, 9, 100, -1].map((id) => ({ id })) })
      const { user } = await renderTab(section.Tab)
      await waitFor(() => expect(column('Id')).toEqual(['10', '9', '100', '-1']))
      await user.click(headerCell('Id'))
      await waitFor(() => expect(column('Id')).toEqual(['-1', '9', '10', '100']))
    })

    it('holds across pages and starts at the first one', async () => {
      const { user, truth } = await openSection(section)
      await user.click(screen.getByRole('button', { name: 'Última Página' }))
      await user.click(headerCell('Id'))
      const ids = inOrder(
        truth.map(({ id }) => String(id)),
        1,
      )
      await waitFor(() => expect(column('Id')).toEqual(ids.slice(0, PAGE_SIZE)))
      await user.click(screen.getByRole('button', { name: 'Siguiente Página' }))
      await waitFor(() => expect(column('Id')).toEqual(ids.slice(PAGE_SIZE, 2 * PAGE_SIZE)))
    })

    it('does not go by a column of controls', async () => {
      await openSection(section)
      for (const header of controlHeaders) expect(headerCell(header).getAttribute('aria-sort'), header).toBeNull()
    })
  })

  if (section.refreshes) {
    describe('Refrescar', () => {
      it('asks again and goes to the first page', async () => {
        const { user, truth } = await openSection(section)
        await user.click(screen.getByRole('button', { name: 'Última Página' }))
        const news = [{ ...truth[0], id: 777 }, ...truth.slice(1)]
        backend.answer(section.call, { data: news })
        await user.click(screen.getByRole('button', { name: 'Refrescar' }))
        await shows(section, news.slice(0, PAGE_SIZE))
        expect(backend.calls(section.call)).toHaveLength(2)
      })

      it('is busy while it runs and asks once, however often it is pressed', async () => {
        const { user } = await openSection(section)
        const release = backend.hold(section.call)
        const button = screen.getByRole('button', { name: 'Refrescar' })
        await user.dblClick(button)
        await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
        await user.click(button)
        release()
        await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'))
        expect(backend.calls(section.call)).toHaveLength(2)
      })
    })
  }
}

/** Numbers by size, text as Spanish has it, empty cells last both ways. */
function inOrder(texts: readonly string[], direction: 1 | -1): string[] {
  const filled = texts.filter((text) => text !== '')
  const empty = texts.filter((text) => text === '')
  return [...filled.sort((a, b) => direction * a.localeCompare(b, 'es', { numeric: true })), ...empty]
}
