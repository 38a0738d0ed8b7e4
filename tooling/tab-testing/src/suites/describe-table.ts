import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { headerCell, headers } from '../table'
import { describeModel } from './describe-model'
import { openTab, type TabUnderTest } from './tab-under-test'

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
  })
}
