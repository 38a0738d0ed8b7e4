import { displayCell } from 'shared-ui'
import { loadAnswered } from 'tab-testing'
import { expect, it } from 'vitest'
import { columns } from '../columns'
import { selectReport } from './select-report'

it('asks for the report, whose fields fill the columns in order', async () => {
  const { asked, rows } = await loadAnswered(selectReport, [{ referalName: 'Luis', id: 1, secret: 'x' }])
  expect(asked).toEqual([{ method: 'get', url: 'SelectReport' }])
  expect(rows.map((row) => columns.map((column) => displayCell(row, column).value))).toEqual([
    [1, ...Array(15).fill(null), 'Luis'],
  ])
})
