import { apiClient } from 'shared-auth'
import { expect, it, vi } from 'vitest'
import { columns } from '../columns'
import { selectReport } from './select-report'

it('asks for the report, whose fields fill the columns in order', async () => {
  const get = vi.spyOn(apiClient, 'get').mockResolvedValue({ data: [{ referalName: 'Luis', id: 1, secret: 'x' }] })
  const { signal } = new AbortController()

  const rows = await selectReport(signal)

  expect(get.mock.calls).toEqual([['SelectReport', { signal }]])
  expect(rows.map((row) => columns.map(({ value }) => value(row)))).toEqual([[1, ...Array(15).fill(null), 'Luis']])
})
