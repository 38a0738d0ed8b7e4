import { MemoryRows, type RowStore, type View } from '@canje/large-table'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fieldColumns } from '../rows/columns'
import { asyncRows, type Person, people, renderPeople } from '../testing/people'
import { useTable } from './useTable'

/** A table whose request the test settles. */
function renderArriving() {
  const { load, ...tab } = renderPeople()
  return {
    ...tab,
    arrive: (rows: RowStore<Person>) => act(async () => load(0).onArrival(rows)),
    respond: (rows: RowStore<Person>) => act(async () => tab.loads.at(-1)?.respond(rows)),
  }
}

it('shows the first rows while the rest arrive, and sorts them once complete', async () => {
  const { table, arrive, respond } = renderArriving()
  const rows = asyncRows(people(35))
  await arrive(rows)
  expect(table()).toMatchObject({ count: 35, running: 'load', complete: undefined, page: people(10) })
  expect(table().arriving).toBe(35)

  act(() => table().orderBy({ field: 'id', direction: -1 }))
  expect(table().page).toEqual(people(10))

  await respond(rows)
  await waitFor(() => expect(table().page?.[0]).toEqual(people(35)[34]))
  expect(table().arriving).toBeUndefined()
  expect(table().complete).toBeDefined()
})

it('requests a page once, even with new column objects in every render', async () => {
  const rows = asyncRows(people(35))
  const { result } = renderHook(() => useTable(fieldColumns({ id: 'Id', name: 'Nombre' }), async () => rows))
  await waitFor(() => expect(result.current.rows.page).toEqual(people(10)))
  act(() => result.current.actions.orderBy({ field: 'id', direction: -1 }))
  await waitFor(() => expect(result.current.rows.page).toEqual(people(35).reverse().slice(0, 10)))
  expect(rows.page).toHaveBeenCalledTimes(2)
})

it('has no page, instead of an empty one, until the first rows of a row store have loaded', async () => {
  const { table, arrive } = renderArriving()
  const rows = asyncRows(people(35))
  rows.page.mockReturnValue(new Promise(() => undefined))
  await arrive(rows)
  expect(table()).toMatchObject({ count: 35, isPageLoading: true, page: undefined })
})

it('reports lost rows as a failed load, and reloads them on retry', async () => {
  const { table, loads, toasts, respond } = renderArriving()
  const rows = asyncRows(people(35))
  await respond(rows)
  await waitFor(() => expect(table().page).toEqual(people(10)))
  rows.page.mockRejectedValue(new Error('The worker has failed.'))
  act(() => table().orderBy({ field: 'id', direction: -1 }))
  await waitFor(() => expect(table()).toMatchObject({ fault: {}, isPageLoading: false, page: people(10) }))
  expect(toasts).toEqual([{ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' }])

  act(() => {
    table().retry()
  })
  await waitFor(() => expect(loads).toHaveLength(2))
  await respond(asyncRows(people(35)))
  await waitFor(() => expect(table()).toMatchObject({ fault: undefined, page: people(35).reverse().slice(0, 10) }))
  expect(toasts).toHaveLength(1)
})

it('closes replaced rows, and the last rows at unmount', async () => {
  const { table, loads, respond, unmount } = renderArriving()
  const [old, fresh] = [asyncRows(people(1)), asyncRows(people(2))]
  await respond(old)
  await waitFor(() => expect(table().count).toBe(1))
  act(() => {
    table().refresh()
  })
  await waitFor(() => expect(loads).toHaveLength(2))
  expect(old.close).not.toHaveBeenCalled()
  await respond(fresh)
  await waitFor(() => expect(old.close).toHaveBeenCalledOnce())
  expect(fresh.close).not.toHaveBeenCalled()
  unmount()
  await waitFor(() => expect(fresh.close).toHaveBeenCalledOnce())
})

it('counts all rows once they are complete, in the same row store', async () => {
  const { table, arrive, respond } = renderArriving()
  const all = new MemoryRows(people(35))
  const rows = asyncRows(people(35))
  const count = vi.spyOn(rows, 'count', 'get').mockReturnValue(12)
  // As a worker's first page, which is in the page's memory.
  const firstPage = (view: View) => ({ ...all.page(view), count: rows.count })
  const growing: RowStore<Person> = Object.assign(rows, { pageInMemory: firstPage })
  await arrive(growing)
  expect(table().count).toBe(12)

  count.mockReturnValue(35)
  await respond(growing)
  expect(table().count).toBe(35)
})
