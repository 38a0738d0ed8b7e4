import { MemoryRows, type RowStore, type View } from '@canje/large-table'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { expect, it, vi } from 'vitest'
import { fieldColumns } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { asyncRows, columns, membersOf, type Person, people } from '../testing/people'
import { TabRoot } from './TabRoot'
import { useTable } from './useTable'

function renderArriving(columnsOf = () => columns) {
  let request: Parameters<LoadRows<Person>>[0] | undefined
  let resolveLoad: (rows: RowStore<Person>) => void = () => undefined
  let rejectLoad: (error: Error) => void = () => undefined
  const load = vi.fn<LoadRows<Person>>((received) => {
    request = received
    return new Promise((resolve, reject) => {
      resolveLoad = resolve
      rejectLoad = reject
    })
  })
  const notify = vi.fn()
  const wrapper = ({ children }: PropsWithChildren) => <TabRoot notify={notify}>{children}</TabRoot>
  const { result, unmount } = renderHook(() => useTable(columnsOf(), load), { wrapper })
  return {
    table: () => membersOf(result.current),
    load,
    notify,
    unmount,
    arrive: (rows: RowStore<Person>) => act(async () => request?.onArrival(rows)),
    respond: (rows: RowStore<Person>) => act(async () => resolveLoad(rows)),
    fail: () => act(async () => rejectLoad(new Error('no'))),
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
  const { table, respond } = renderArriving(() => fieldColumns({ id: 'Id', name: 'Nombre' }))
  const rows = asyncRows(people(35))
  await respond(rows)
  await waitFor(() => expect(table().page).toEqual(people(10)))
  act(() => table().orderBy({ field: 'id', direction: -1 }))
  await waitFor(() => expect(table()).toMatchObject({ isPageLoading: false, page: people(35).reverse().slice(0, 10) }))
  expect(rows.page).toHaveBeenCalledTimes(2)
})

it('shows the previous page until the next has loaded', async () => {
  const { table, respond } = renderArriving()
  await respond(asyncRows(people(35)))
  await waitFor(() => expect(table().page).toEqual(people(10)))
  act(() => table().goToPage(10, 10))
  expect(table()).toMatchObject({ first: 10, isPageLoading: true, page: people(10) })
  await waitFor(() => expect(table()).toMatchObject({ isPageLoading: false, page: people(20).slice(10) }))
})

it('shows the first rows until the page of a row store has loaded', async () => {
  const { table, arrive } = renderArriving()
  await arrive(new MemoryRows(people(20)))
  const rows = asyncRows(people(35))
  rows.page.mockReturnValue(new Promise(() => undefined))
  await arrive(rows)
  expect(table()).toMatchObject({ count: 35, isPageLoading: true, page: people(10) })
})

it('keeps the first row objects when a row store returns the same rows', async () => {
  const { table, arrive, respond } = renderArriving()
  const head = people(20)
  const first = new MemoryRows(head)
  const pageInMemory = vi.fn((view: View) => ({ ...first.page(view), count: 35 }))
  const rows = Object.assign(asyncRows(people(35)), { pageInMemory })
  await arrive(first)
  await arrive(rows)
  expect(table()).toMatchObject({ count: 35, isPageLoading: false })
  await respond(rows)
  await waitFor(() => expect(table()).toMatchObject({ count: 35, isPageLoading: false, running: undefined }))
  const shown = table().page ?? []
  expect(shown).toHaveLength(10)
  shown.forEach((row, index) => {
    expect(row).toBe(head[index])
  })
  expect(rows.page).not.toHaveBeenCalled()
})

it('has no page, instead of an empty one, until the first rows of a row store have loaded', async () => {
  const { table, arrive } = renderArriving()
  const rows = asyncRows(people(35))
  rows.page.mockReturnValue(new Promise(() => undefined))
  await arrive(rows)
  expect(table()).toMatchObject({ count: 35, isPageLoading: true, page: undefined })
})

it('reports lost rows as a failed load, and reloads them on retry', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { table, load, notify, respond } = renderArriving()
  const rows = asyncRows(people(35))
  await respond(rows)
  await waitFor(() => expect(table().page).toEqual(people(10)))
  rows.page.mockRejectedValue(new Error('The worker has failed.'))
  act(() => table().orderBy({ field: 'id', direction: -1 }))
  await waitFor(() => expect(table()).toMatchObject({ fault: {}, isPageLoading: false, page: people(10) }))
  expect(notify.mock.calls).toEqual([
    [{ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' }],
  ])

  act(() => {
    table().retry()
  })
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  await respond(asyncRows(people(35)))
  await waitFor(() => expect(table()).toMatchObject({ fault: undefined, page: people(35).reverse().slice(0, 10) }))
  expect(notify).toHaveBeenCalledOnce()
})

it('removes the rows of a response that is cut off', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { table, arrive, fail } = renderArriving()
  await arrive(asyncRows(people(35)))
  await fail()
  await waitFor(() => expect(table()).toMatchObject({ count: undefined, fault: {}, arriving: undefined }))
})

it('closes replaced rows, and the last rows at unmount', async () => {
  const { table, load, respond, unmount } = renderArriving()
  const [old, fresh] = [asyncRows(people(1)), asyncRows(people(2))]
  await respond(old)
  await waitFor(() => expect(table().count).toBe(1))
  act(() => {
    table().refresh()
  })
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
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
