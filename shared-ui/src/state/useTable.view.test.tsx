import { type CellDisplay, MemoryRows, type RowStore } from '@canje/large-table'
import type { TabView } from '@canje/shared-auth'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { type PropsWithChildren, Suspense, use, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { fieldColumns } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { asyncRows, columns, membersOf, type Person, people } from '../testing/people'
import { TabRoot } from './TabRoot'
import { useTable } from './useTable'

const endless = new Promise<never>(() => undefined)

type OnRender = (params: string) => void

/** A part of the shell that never ends rendering a view. */
function SlowHeader({ params, onRender }: Pick<TabView, 'params'> & { onRender: OnRender }) {
  onRender(params)
  return params === '' ? <p>Header</p> : use(endless)
}

function SlowShell({ onRender, children }: PropsWithChildren<{ onRender: OnRender }>) {
  const [params, onChange] = useState('')
  const [view] = useState({ isActive: true, params: '', opening: 1, onChange, push: onChange })
  return (
    <TabRoot notify={() => undefined} view={view}>
      <Suspense fallback="Before the rows">
        <SlowHeader params={params} onRender={onRender} />
      </Suspense>
      {children}
    </TabRoot>
  )
}

/** Renders the table of a tab that a URL has opened; the test settles its loads. */
function openTab(params: string) {
  const loads: { filter: string | undefined; respond: (rows: Person[]) => void; fail: (error: Error) => void }[] = []
  const load: LoadRows<Person> = ({ filter }) =>
    new Promise((resolve, fail) => {
      loads.push({ filter, respond: (rows) => resolve(new MemoryRows(rows)), fail })
    })
  const onChange = vi.fn()
  let view: TabView = { isActive: true, params, opening: 1, onChange, push: onChange }
  const wrapper = ({ children }: PropsWithChildren) => (
    <TabRoot notify={() => undefined} view={view}>
      {children}
    </TabRoot>
  )
  const { result, rerender } = renderHook(() => useTable(columns, load), { wrapper })
  return {
    table: () => membersOf(result.current),
    onChange,
    filters: () => loads.map(({ filter }) => filter),
    respond: (count: number) => act(async () => loads.at(-1)?.respond(people(count))),
    fail: () => act(async () => loads.at(-1)?.fail(new Error('Request failed with status code 503'))),
    /** Changes the prop as the shell does. */
    setView(changed: Partial<TabView>) {
      view = { ...view, ...changed }
      rerender()
    },
  }
}

it('keeps the page of the URL when the first load fails and is repeated', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
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

it('goes to the first page on a refresh, and keeps it after another one', async () => {
  const { table, respond } = openTab('pagina=3')
  await respond(50)
  expect(table().first).toBe(20)
  for (const count of [50, 60]) {
    act(() => void table().refresh())
    await respond(count)
    expect(table()).toMatchObject({ total: count, first: 0 })
  }
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

it('counts a declared value that 200 others exceed', async () => {
  const users = Array.from({ length: 250 }, (_, user) => [
    { id: 2 * user, name: `U${user}` },
    { id: 2 * user + 1, name: `U${user}` },
  ]).flat()
  const rows: RowStore<Person> = new MemoryRows([...users, { id: 1000, name: null }])
  const display: CellDisplay = { map: [[null, { text: 'Nadie' }]] }
  const filtered = fieldColumns<keyof Person>({
    id: 'Id',
    name: { header: 'Nombre', filter: 'values', others: { than: 'Nadie', label: 'Alguien' }, display },
  })
  const { result } = renderHook(() => useTable(filtered, async () => rows))
  await waitFor(() => expect(result.current.rows.summary).toBeTruthy())
  const facet = result.current.rows.summary?.facets.get('name')
  expect(facet?.values.find(({ text }) => text === 'Nadie')).toEqual({ text: 'Nadie', count: 1 })
  expect(facet?.total).toBe(501)
  act(() => result.current.actions.filterBy({ name: 'Alguien' }))
  await waitFor(() => expect(result.current.rows.count).toBe(500))
})

it('asks for the figures of a query once, whatever its pages', async () => {
  const rows = asyncRows(people(35))
  const summary = vi.spyOn(rows, 'summary')
  const { result } = renderHook(() => useTable(columns, async () => rows))
  await waitFor(() => expect(result.current.rows.summary).toBeTruthy())
  act(() => result.current.actions.goToPage(10, 10))
  await waitFor(() => expect(result.current.rows.page?.[0]?.id).toBe(11))
  expect(summary).toHaveBeenCalledOnce()
  act(() => result.current.actions.searchFor('persona 1'))
  await waitFor(() => expect(result.current.rows.summary?.count).toBe(13))
  expect(summary).toHaveBeenCalledTimes(2)
})

it('tells the shell a view once its rows are shown, and lets it render after them', async () => {
  const onRender = vi.fn()
  const rows = asyncRows(people(35))
  const { result } = renderHook(() => useTable(columns, async () => rows), {
    wrapper: ({ children }: PropsWithChildren) => <SlowShell onRender={onRender}>{children}</SlowShell>,
  })
  await waitFor(() => expect(result.current.rows.page).toHaveLength(10))
  let find: () => void = () => undefined
  const found = { rows: people(1), first: 0, count: 1 }
  rows.page.mockReturnValueOnce(new Promise((resolve) => (find = () => resolve(found))))
  await act(async () => result.current.actions.searchFor('persona 1'))
  expect(result.current.rows).toMatchObject({ page: people(10), words: [] })
  expect(onRender).not.toHaveBeenCalledWith('q=persona+1')

  await act(async () => find())
  expect(result.current.rows).toMatchObject({ page: people(1), words: ['persona', '1'] })
  await waitFor(() => expect(onRender).toHaveBeenCalledWith('q=persona+1'))
  expect(screen.queryByText('Before the rows')).toBeNull()
})
