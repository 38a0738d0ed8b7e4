import { type AnyRow, MemoryRows, type Page, type Row, type RowStore, type View } from '@canje/large-table'
import type { TabView, ToastMessage } from '@canje/shared-auth'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useEffect } from 'react'
import { vi } from 'vitest'
import { CsvButton, RefreshButton } from '../components/toolbar'
import { fieldColumns } from '../rows/columns'
import type { LoadRows, RowsRequest } from '../rows/list'
import { TabRoot } from '../state/TabRoot'
import { type Table, useTable } from '../state/useTable'
import { RowsTable } from '../table/RowsTable'

export type Person = Row<'id' | 'name'>

export const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Persona ${index + 1}` }))

export const columns = fieldColumns<keyof Person>({ id: 'Id', name: 'Nombre' })

/** Rows that load asynchronously, like those of a worker. */
export function asyncRows<R extends AnyRow = Person>(rows: R[]) {
  const store = new MemoryRows(rows)
  const pageOf = store.pageInMemory.bind(store)
  return Object.assign(store, {
    pageInMemory: (_view: View): Page<R> | undefined => undefined,
    page: vi.fn(async (view: View): Promise<Page<R>> => pageOf(view)),
    close: vi.fn(),
  })
}

/** The view of a tab that a URL has opened. */
export function viewOf(params = ''): TabView {
  return { isActive: true, params, opening: 1, onChange: vi.fn(), push: vi.fn() }
}

/** One call of the tab's `LoadRows`, which the test settles. */
export interface PendingLoad extends RowsRequest<Person> {
  respond: (rows: Person[] | RowStore<Person>) => void
  fail: (error: Error) => void
}

/** Renders a tab with a table of people, or other content with their loader; the test settles its loads. */
export function renderPeople(
  { isChanging = false, view }: { isChanging?: boolean; view?: TabView } = {},
  content?: (load: LoadRows<Person>) => ReactNode,
) {
  const loads: PendingLoad[] = []
  const toasts: ToastMessage[] = []
  const load: LoadRows<Person> = (request) =>
    new Promise((resolve, fail) => {
      const respond: PendingLoad['respond'] = (rows) => resolve(Array.isArray(rows) ? new MemoryRows(rows) : rows)
      loads.push({ ...request, respond, fail })
    })
  let current: Table<Person> | undefined
  const onTable = (table: Table<Person>) => {
    current = table
  }
  const tabOf = (view: TabView | undefined) => (
    <TabRoot notify={(message) => toasts.push(message)} {...(view && { view })}>
      {content?.(load) ?? <PeopleTable load={load} isChanging={isChanging} onTable={onTable} />}
    </TabRoot>
  )
  const { rerender, unmount } = render(tabOf(view))

  return {
    user: userEvent.setup(),
    toasts,
    loads,
    unmount,
    /** Renders the tab again with another view. */
    show: (view: TabView) => rerender(tabOf(view)),
    /** The table's state at the last render. */
    table: () => membersOf(current as Table<Person>),
    load: (index: number) => loads[index] as PendingLoad,
  }
}

/** The members of all parts of a table. */
export function membersOf<R extends AnyRow>({ rows, view, request, actions }: Table<R>) {
  return { ...rows, ...view, ...request, ...actions }
}

const OPTIONS = { pageSizes: [10, 25, 50] }

interface PeopleTableProps {
  load: LoadRows<Person>
  isChanging: boolean
  onTable: (table: Table<Person>) => void
}

function PeopleTable({ load, isChanging, onTable }: PeopleTableProps) {
  const table = useTable(columns, load, OPTIONS)
  useEffect(() => onTable(table))
  return (
    <RowsTable
      name="Personas"
      table={table}
      report={(first, last, count) => `Showing ${first} to ${last} of ${count} entries`}
      isChanging={isChanging}
      toolbar={
        <>
          <RefreshButton table={table} />
          <CsvButton table={table} />
        </>
      }
    />
  )
}
