import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { backend } from '../backend'
import { renderTab } from '../render-tab'
import { headerCell, headers } from '../table'
import { describeModel } from './describe-model'
import { openTab, type TabUnderTest, waitForRows } from './tab-under-test'

/** Tests the load, columns, values, paging, sort order and refresh of a table (specification §2, §7, §9; D6, D7, D8, D14). */
export function describeTable(tab: TabUnderTest): void {
  const dataHeaders = Object.keys(tab.columns)
  const controlHeaders = Object.keys(tab.controls ?? {})

  describe('the table', () => {
    it('has the columns of the specification, in order, and scrolls within a height of 700 pixels', async () => {
      const { backendRows } = await openTab(tab)
      const request = tab.body ? { method: 'POST', body: JSON.stringify(tab.body) } : { method: 'GET', body: '' }
      expect(backend.requests(tab.endpoint), 'Requests for the rows').toMatchObject([request])
      expect(headers()).toEqual([...dataHeaders, ...controlHeaders])
      for (const header of controlHeaders) expect(headerCell(header).getAttribute('aria-sort'), header).toBeNull()
      for (const [header, field] of Object.entries(tab.columns)) {
        const values = backendRows.flatMap((row) => (typeof field === 'string' ? (row[field] ?? []) : []))
        if (values.length === 0 || values.some((value) => typeof value !== 'number')) continue
        expect(headerCell(header).classList, `${header} has numbers, and needs the kind 'number'`).not.toContain(
          'text-cell',
        )
      }
      expect(screen.getByRole('region', { name: /^Tabla de / }).style.maxHeight).toBe('700px')
    })

    it('shows missing, null and nested fields as empty, and ignores unknown fields', async () => {
      const fields = Object.values(tab.columns).filter((field) => typeof field === 'string')
      const withAll = (value: unknown) => Object.fromEntries(fields.map((field) => [field, value]))
      backend.respond(tab.endpoint, { data: [{}, withAll(null), withAll({ a: 1 }), { extra: 'unknown' }] })
      await renderTab(tab.Tab)
      await waitForRows(tab, [{}, {}, {}, {}])
    })

    describeModel(tab)
  })
}
