import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { MemoryRows } from './memory-rows'
import { allRows } from './query'
import * as searchText from './search-text'

vi.mock('./search-text', { spy: true })

afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

const columns = [{ field: 'name' }]
const people = Array.from({ length: 500 }, (_, index) => ({ name: `Persona ${index}` }))
const pageOf = (rows: MemoryRows<{ name: string }>, search: string, first = 0) =>
  rows.page({ first, size: 10, query: { ...allRows, columns, search } })

it('prepares a search in the background, a few rows at a time', async () => {
  vi.useFakeTimers()
  // Two hundred texts take longer than a slice.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => preparedCount() / 19)
  onTestFinished(() => clock.mockRestore())
  const preparedCount = () => vi.mocked(searchText.searchableText).mock.calls.length
  const rows = new MemoryRows(people)
  rows.prepareSearch(columns)
  expect(preparedCount()).toBe(0)
  vi.advanceTimersToNextTimer()
  expect(preparedCount()).toBe(200)
  expect(pageOf(rows, '49').count).toBe(15)
  expect(preparedCount()).toBe(500)
  await vi.runAllTimersAsync()
  expect(preparedCount()).toBe(500)
  new MemoryRows(people).prepareSearch(columns)
  await vi.runAllTimersAsync()
  expect(preparedCount()).toBe(1000)
})

it('keeps the rows of a search for its pages and figures', async () => {
  const rows = new MemoryRows(people)
  expect(pageOf(rows, '4').rows[0]).toBe(people[4])
  const calls = vi.mocked(searchText.parseSearch).mock.calls.length
  expect(pageOf(rows, '4', 10).first).toBe(10)
  await rows.summary({ query: { ...allRows, columns, search: '4' }, sum: undefined, facets: [] })
  expect(searchText.parseSearch).toHaveBeenCalledTimes(calls)
})
