import type { TabView } from '@canje/shared-auth'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { asyncRows, columns, people, renderPeople, viewOf } from '../testing/people'
import { useTable } from './useTable'

/** Renders the table of a tab that a URL has opened; the test settles its loads. */
function openTab(params: string) {
  let view = viewOf(params)
  const { loads, show, ...tab } = renderPeople({ view })
  return {
    ...tab,
    onChange: view.onChange,
    filters: () => loads.map(({ filter }) => filter),
    respond: (count: number) => act(async () => loads.at(-1)?.respond(people(count))),
    fail: () => act(async () => loads.at(-1)?.fail(new Error('Request failed with status code 503'))),
    /** Changes the prop as the shell does. */
    setView(changed: Partial<TabView>) {
      view = { ...view, ...changed }
      show(view)
    },
  }
}

it('keeps the page of the URL when the first load fails and is repeated', async () => {
  const { table, fail, respond } = openTab('pagina=3')
  await fail()
  act(() => void table().retry())
  await respond(50)
  expect(table().first).toBe(20)
})

it('opens the page of a URL with another filter of the server', async () => {
  const { table, filters, respond, setView } = openTab('')
  await respond(50)
  setView({ params: 'filtro=ana&pagina=3', opening: 2 })
  await waitFor(() => expect(filters()).toEqual([undefined, 'ana']))
  await respond(50)
  expect(table()).toMatchObject({ serverFilter: 'ana', first: 20 })
})

it('opens the same URL again after a change', async () => {
  const { table, respond, setView } = openTab('q=persona+1')
  await respond(50)
  act(() => table().searchFor('persona 2'))
  setView({ opening: 2 })
  await waitFor(() => expect(table().search).toBe('persona 1'))
})

it('keeps its view when the tab becomes inactive and active again', async () => {
  const { table, onChange, respond, setView } = openTab('q=persona+1')
  await respond(50)
  act(() => table().searchFor('persona 2'))
  expect(onChange).toHaveBeenLastCalledWith('q=persona+2')
  setView({ isActive: false })
  setView({ isActive: true })
  expect(table().search).toBe('persona 2')
})

it('prepares a search, and asks for the figures of a query, once, whatever its order and pages', async () => {
  const rows = Object.assign(asyncRows(people(35)), { prepareSearch: vi.fn() })
  const summary = vi.spyOn(rows, 'summary')
  const { result } = renderHook(() => useTable(columns, async () => rows))
  await waitFor(() => expect(result.current.rows.summary).toBeTruthy())
  act(() => result.current.actions.orderBy({ field: 'id', direction: -1 }))
  await waitFor(() => expect(result.current.rows.page?.[0]?.id).toBe(35))
  act(() => result.current.actions.goToPage(10, 10))
  await waitFor(() => expect(result.current.rows.page?.[0]?.id).toBe(25))
  expect(summary).toHaveBeenCalledOnce()
  expect(rows.prepareSearch).toHaveBeenCalledOnce()
  act(() => result.current.actions.searchFor('persona 1'))
  await waitFor(() => expect(result.current.rows.summary?.count).toBe(13))
  expect(summary).toHaveBeenCalledTimes(2)
})

it('tells the shell a view once its rows are shown', async () => {
  const rows = asyncRows(people(35))
  const view = viewOf()
  const { load, table } = renderPeople({ view })
  await act(async () => load(0).respond(rows))
  await waitFor(() => expect(table().page).toHaveLength(10))
  let find = () => {}
  const found = { rows: people(1), first: 0, count: 1 }
  rows.page.mockReturnValueOnce(new Promise((resolve) => (find = () => resolve(found))))
  await act(async () => table().searchFor('persona 1'))
  expect(table()).toMatchObject({ page: people(10), words: [] })
  expect(view.onChange).not.toHaveBeenCalled()

  await act(async () => find())
  expect(table()).toMatchObject({ page: people(1), words: ['persona', '1'] })
  await waitFor(() => expect(view.onChange).toHaveBeenCalledWith('q=persona+1'))
})
