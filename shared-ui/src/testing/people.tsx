import { type AnyRow, MemoryRows, type Page, type Row, type RowStore, type View } from '@canje/large-table'
import type { ToastMessage } from '@canje/shared-auth'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { vi } from 'vitest'
import { CsvButton, RefreshButton } from '../components/toolbar'
import { fieldColumns } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
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

/** {@link asyncRows} whose first requested page the test resolves or rejects. */
export function deferredRows(rows: Person[]) {
  const deferred = asyncRows(rows)
  let resolve = () => {}
  let reject = () => {}
  const promise = new Promise<Page<Person>>((onPage, onError) => {
    resolve = () => onPage({ rows: rows.slice(0, 10), first: 0, count: rows.length })
    reject = () => onError(new Error('The worker has failed.'))
  })
  deferred.page.mockReturnValueOnce(promise)
  return Object.assign(deferred, { resolve, reject })
}

/** One call of the tab's `LoadRows`, which the test settles. */
export interface PendingLoad {
  filter: string | undefined
  signal: AbortSignal
  /** Delivers the first rows, while more arrive. */
  arrive: (rows: RowStore<Person>) => void
  respond: (rows: Person[] | RowStore<Person>) => void
  fail: (error: Error) => void
}

/** Renders a tab with a table of people; the test settles its loads. */
export function renderPeople({ isChanging = false } = {}) {
  const loads: PendingLoad[] = []
  const toasts: ToastMessage[] = []
  const load: LoadRows<Person> = ({ filter, signal, onArrival }) =>
    new Promise((resolve, fail) => {
      loads.push({
        filter,
        signal,
        arrive: onArrival,
        respond: (rows) => resolve(Array.isArray(rows) ? new MemoryRows(rows) : rows),
        fail,
      })
    })
  let table: Table<Person> | undefined

  const { unmount } = render(
    <TabRoot notify={(message) => toasts.push(message)}>
      <PeopleTable
        load={load}
        isChanging={isChanging}
        onTable={(current) => {
          table = current
        }}
      />
    </TabRoot>,
  )

  return {
    user: userEvent.setup(),
    toasts,
    loads,
    unmount,
    /** The table's state at the last render. */
    table: () => {
      if (!table) throw new Error('The tab has not been rendered yet.')
      return membersOf(table)
    },
    load: (index: number) => {
      const pending = loads[index]
      if (!pending) throw new Error(`There is no load ${index}: the tab has started ${loads.length}.`)
      return pending
    },
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
      columns={columns}
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

/** The texts of the second column on the page. */
export function shownNames(): string[] {
  return [...document.querySelectorAll('tbody tr')].map((row) => row.children[1]?.textContent ?? '')
}
