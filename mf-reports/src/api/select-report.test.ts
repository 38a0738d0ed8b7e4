import { displayCell } from '@canje/shared-ui'
import { loadFromResponse } from '@canje/tab-testing'
import { expect, it } from 'vitest'
import { columns } from '../columns'
import { selectReport } from './select-report'

it('requests the report, with fields in the order of the columns', async () => {
  const { requests, rows } = await loadFromResponse(selectReport, [{ referalName: 'Luis', id: 1, secret: 'x' }])
  expect(requests).toEqual([{ method: 'get', url: 'SelectReport' }])
  expect(rows.map((row) => columns.map((column) => displayCell(row, column).value))).toEqual([
    [1, ...Array(15).fill(null), 'Luis'],
  ])
})
