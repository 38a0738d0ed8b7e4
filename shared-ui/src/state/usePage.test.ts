import { allRows, MemoryRows, type RowStore, type View } from '@canje/large-table'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { asyncRows, type Person, people } from '../testing/people'
import { usePage } from './usePage'

const VIEW = { first: 0, size: 10, query: allRows }

/** Logs each render of a page, and each request of one. */
function logOf(store: RowStore<Person>) {
  const log: string[] = []
  const rows: RowStore<Person> = Object.assign(asyncRows<Person>([]), {
    pageInMemory: (view: View) => store.pageInMemory(view),
    page: (view: View) => {
      log.push('requested')
      return store.page(view)
    },
  })
  const { rerender } = renderHook(
    ({ view }) => {
      const shown = usePage(rows, view, 35, () => undefined)
      log.push(shown.isPageLoading ? 'loading' : `row ${shown.page?.rows[0]?.id}`)
    },
    { initialProps: { view: VIEW } },
  )
  return { log, goTo: (first: number) => rerender({ view: { ...VIEW, first } }) }
}

it('requests a page after the render that needs it', async () => {
  const { log, goTo } = logOf(asyncRows(people(35)))
  await waitFor(() => expect(log.at(-1)).toBe('row 1'))
  expect(log.slice(0, 2)).toEqual(['loading', 'requested'])
  log.length = 0
  goTo(10)
  expect(log).toEqual(['loading', 'requested'])
  await waitFor(() => expect(log.at(-1)).toBe('row 11'))
})

it('shows a page in memory in the same render, and requests nothing', () => {
  const { log, goTo } = logOf(new MemoryRows(people(35)))
  goTo(10)
  expect(log.filter((entry) => entry === 'loading' || entry === 'requested')).toEqual([])
  expect(log[0]).toBe('row 1')
  expect(log.at(-1)).toBe('row 11')
})
