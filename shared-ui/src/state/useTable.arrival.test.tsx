import { act, renderHook, waitFor } from '@testing-library/react'
import { MemoryRows, type RowStore } from 'large-table'
import type { PropsWithChildren } from 'react'
import { expect, it, vi } from 'vitest'
import { fieldColumns } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { columns, distantRows, type Person, people } from '../testing/people'
import { TabRoot } from './TabRoot'
import { useTable } from './useTable'

function renderArriving(columnsOf = () => columns) {
  let request: Parameters<LoadRows<Person>>[0] | undefined
  let answer: (rows: RowStore<Person>) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const load = vi.fn<LoadRows<Person>>((asked) => {
    request = asked
    return new Promise((resolve, reject) => {
      answer = resolve
      fail = reject
    })
  })
  const notify = vi.fn()
  const wrapper = ({ children }: PropsWithChildren) => <TabRoot notify={notify}>{children}</TabRoot>
  const { result, unmount } = renderHook(() => useTable(columnsOf(), load), { wrapper })
  return {
    table: () => result.current,
    load,
    notify,
    unmount,
    arrive: (rows: RowStore<Person>) => act(async () => request?.onArrival(rows)),
    answer: (rows: RowStore<Person>) => act(async () => answer(rows)),
    fail: () => act(async () => fail(new Error('no'))),
  }
}

it('shows the first rows while the rest arrive, and orders them once all are there', async () => {
  const { table, arrive, answer } = renderArriving()
  const rows = distantRows(people(35))
  await arrive(rows)
  expect(table()).toMatchObject({ count: 35, running: 'load', csv: undefined, page: people(10) })
  expect(table().arriving).toBe(rows)

  act(() => table().orderBy({ header: 'Id', direction: -1 }))
  expect(table().page).toEqual(people(10))

  await answer(rows)
  await waitFor(() => expect(table().page?.[0]).toEqual(people(35)[34]))
  expect(table().arriving).toBeUndefined()
  expect(table().csv).toBeDefined()
})

it('asks for a page once, whether or not the columns are the same with every render', async () => {
  const { table, answer } = renderArriving(() => fieldColumns({ id: 'Id', name: 'Nombre' }))
  const rows = distantRows(people(35))
  await answer(rows)
  await waitFor(() => expect(table().page).toEqual(people(10)))
  act(() => table().orderBy({ header: 'Id', direction: -1 }))
  await waitFor(() => expect(table()).toMatchObject({ isTurning: false, page: people(35).reverse().slice(0, 10) }))
  expect(rows.page).toHaveBeenCalledTimes(2)
})

it('shows the rows of the page before until those of the next are there', async () => {
  const { table, answer } = renderArriving()
  await answer(distantRows(people(35)))
  await waitFor(() => expect(table().page).toEqual(people(10)))
  act(() => table().turnTo(10, 10))
  expect(table()).toMatchObject({ first: 10, isTurning: true, page: people(10) })
  await waitFor(() => expect(table()).toMatchObject({ isTurning: false, page: people(20).slice(10) }))
})

it('shows the first rows until those of whoever keeps them are there', async () => {
  const { table, arrive } = renderArriving()
  await arrive(new MemoryRows(people(20)))
  const rows = distantRows(people(35))
  rows.page.mockReturnValue(new Promise(() => undefined))
  await arrive(rows)
  expect(table()).toMatchObject({ count: 35, isTurning: true, page: people(10) })
})

it('leaves the first rows as they are when whoever keeps them has them too', async () => {
  const { table, arrive, answer } = renderArriving()
  const head = people(20)
  const first = new MemoryRows(head)
  const rows = { ...distantRows(people(35)), page: vi.fn(first.page.bind(first)) }
  await arrive(first)
  await arrive(rows)
  expect(table()).toMatchObject({ count: 35, isTurning: false })
  await answer(rows)
  await waitFor(() => expect(table()).toMatchObject({ count: 35, isTurning: false, running: undefined }))
  const shown = table().page ?? []
  expect(shown).toHaveLength(10)
  shown.forEach((row, place) => {
    expect(row).toBe(head[place])
  })
  expect(rows.page).toHaveBeenCalledOnce()
})

it('has places, not an empty table, until the first rows of whoever keeps them are there', async () => {
  const { table, arrive } = renderArriving()
  const rows = distantRows(people(35))
  rows.page.mockReturnValue(new Promise(() => undefined))
  await arrive(rows)
  expect(table()).toMatchObject({ count: 35, isTurning: true, page: undefined })
})

it('tells of rows that are lost as of a failed load, and asks for them again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { table, load, notify, answer } = renderArriving()
  const rows = distantRows(people(35))
  await answer(rows)
  await waitFor(() => expect(table().page).toEqual(people(10)))
  rows.page.mockRejectedValue(new Error('The worker has failed.'))
  act(() => table().orderBy({ header: 'Id', direction: -1 }))
  await waitFor(() => expect(table()).toMatchObject({ failed: true, isTurning: false, page: people(10) }))
  expect(notify.mock.calls).toEqual([
    [{ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' }],
  ])

  act(() => {
    table().retry()
  })
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  await answer(distantRows(people(35)))
  await waitFor(() => expect(table()).toMatchObject({ failed: false, page: people(35).reverse().slice(0, 10) }))
  expect(notify).toHaveBeenCalledOnce()
})

it('takes back the rows of an answer that breaks off', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { table, arrive, fail } = renderArriving()
  await arrive(distantRows(people(35)))
  await fail()
  await waitFor(() => expect(table()).toMatchObject({ count: undefined, failed: true, arriving: undefined }))
})

it('lets go of rows that have been replaced, and of the last when the tab goes', async () => {
  const { table, load, answer, unmount } = renderArriving()
  const [old, fresh] = [distantRows(people(1)), distantRows(people(2))]
  await answer(old)
  await waitFor(() => expect(table().count).toBe(1))
  act(() => {
    table().refresh()
  })
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  expect(old.close).not.toHaveBeenCalled()
  await answer(fresh)
  await waitFor(() => expect(old.close).toHaveBeenCalledOnce())
  expect(fresh.close).not.toHaveBeenCalled()
  unmount()
  expect(fresh.close).toHaveBeenCalledOnce()
})
