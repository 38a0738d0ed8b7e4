import { afterEach, expect, it, vi } from 'vitest'
import { MemoryRows } from './memory-rows'
import { allRows } from './query'
import * as searchText from './search-text'

vi.mock('./search-text', { spy: true })

afterEach(() => {
  vi.clearAllMocks()
})

const columns = [{ field: 'name' }]
const people = Array.from({ length: 500 }, (_, index) => ({ name: `Persona ${index}` }))
const pageOf = (rows: MemoryRows<{ name: string }>, search: string, first = 0) =>
  rows.page({ first, size: 10, query: { ...allRows, columns, search } })

it('keeps the rows of a search for its pages and figures', async () => {
  const rows = new MemoryRows(people)
  expect(pageOf(rows, '4').rows[0]).toBe(people[4])
  const calls = vi.mocked(searchText.parseSearch).mock.calls.length
  expect(pageOf(rows, '4', 10).first).toBe(10)
  await rows.summary({ query: { ...allRows, columns, search: '4' }, sum: undefined, facets: [] })
  expect(searchText.parseSearch).toHaveBeenCalledTimes(calls)
})

it('keeps the searchable texts of the rows for the next letter of a search', () => {
  const rows = new MemoryRows(people)
  pageOf(rows, '4')
  vi.mocked(searchText.searchableText).mockClear()
  expect(pageOf(rows, '42').rows[0]).toBe(people[42])
  expect(vi.mocked(searchText.searchableText).mock.calls.length).toBeLessThan(people.length)
})
