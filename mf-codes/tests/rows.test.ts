import { openTab } from '@canje/tab-testing'
import { expect, it } from 'vitest'
import { codes } from './tab'

it('opens with the rows of a test, and their exact digits', async () => {
  const SelectCodes = [{ id: 123456789012345678n, name: 'ÑU-1', used: 0, userName: null, date: '2026-11-20 10:00:00' }]
  const { backendRows } = await openTab(codes, { rows: { SelectCodes } })
  expect(backendRows).toBe(SelectCodes)
})
