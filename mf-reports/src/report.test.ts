import { displayCell } from '@canje/shared-ui'
import { loadFromResponse } from '@canje/tab-testing'
import { expect, it } from 'vitest'
import { report } from './report'

it('requests the report, with fields in the order of the columns', async () => {
  const { requests, rows } = await loadFromResponse(report.load, [{ referalName: 'Luis', id: 1, secret: 'x' }])
  expect(requests).toEqual([{ method: 'get', url: 'SelectReport' }])
  const values = rows.map((row) => report.columns.map((column) => displayCell(row, column).value))
  expect(values).toEqual([[1, ...Array(report.columns.length - 2).fill(null), 'Luis']])
})
