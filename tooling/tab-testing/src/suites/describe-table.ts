import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { backend } from '../backend'
import { renderTab } from '../render-tab'
import { headerCell, headers } from '../table'
import { describeModel } from './describe-model'
import { openTab, rowsWithTexts, type TabUnderTest, waitForRows } from './tab-under-test'

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

    describeModel(tab)

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
}
