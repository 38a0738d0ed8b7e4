import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRows, type Row, type RowStore, type View } from 'large-table'
import { useEffect } from 'react'
import type { ToastMessage } from 'shared-auth'
import { vi } from 'vitest'
import { RowsTable } from '../components/RowsTable'
import { CsvButton, RefreshButton } from '../components/toolbar'
import { fieldColumns } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { TabRoot } from '../state/TabRoot'
import { type Table, useTable } from '../state/useTable'

export type Person = Row<'id' | 'name'>

export const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Persona ${index + 1}` }))

export const columns = fieldColumns<keyof Person>({ id: 'Id', name: 'Nombre' })

/** Rows that have to be fetched, as those in a worker. */
export function distantRows(rows: Person[]) {
  const near = new MemoryRows(rows)
  const page = vi.fn(async (view: View): Promise<readonly Person[]> => near.page(view))
  const csv = near.csv.bind(near)
  const [keys, compare] = [near.keys.bind(near), near.compare.bind(near)]
  return { count: rows.length, page, csv, keys, compare, close: vi.fn() } satisfies RowStore<Person>
}

/** As {@link distantRows}, but the first page asked for comes, or is lost, when the test says so. */
export function heldRows(rows: Person[]) {
  const held = distantRows(rows)
  let bring = () => {}
  let lose = () => {}
  const promise = new Promise<readonly Person[]>((resolve, reject) => {
    bring = () => resolve(rows.slice(0, 10))
    lose = () => reject(new Error('The worker has failed.'))
  })
  held.page.mockReturnValueOnce(promise)
  return { ...held, bring, lose }
}

/** One call to the server, to be answered by the test. */
export interface Call {
  filter: string | undefined
  signal: AbortSignal
  answer: (rows: Person[] | RowStore<Person>) => void
  fail: (error: Error) => void
}

/** A tab with a table of people whose server is the test. */
export function renderPeople({ isChanging = false } = {}) {
  const calls: Call[] = []
  const toasts: ToastMessage[] = []
  const load: LoadRows<Person> = ({ filter, signal }) =>
    new Promise((resolve, fail) => {
      calls.push({ filter, signal, answer: (rows) => resolve(Array.isArray(rows) ? new MemoryRows(rows) : rows), fail })
    })
  let table: Table<Person> | undefined

  const { unmount } = render(
    <TabRoot notify={(message) => toasts.push(message)}>
      <People
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
    calls,
    unmount,
    /** The table's state, as of the last render. */
    table: () => {
      if (!table) throw new Error('The tab has not been rendered yet.')
      return table
    },
    call: (index: number) => {
      const call = calls[index]
      if (!call) throw new Error(`There were ${calls.length} calls, none at ${index}.`)
      return call
    },
  }
}

interface PeopleProps {
  load: LoadRows<Person>
  isChanging: boolean
  onTable: (table: Table<Person>) => void
}

function People({ load, isChanging, onTable }: PeopleProps) {
  const table = useTable(columns, load)
  useEffect(() => onTable(table))
  return (
    <RowsTable
      name="Personas"
      columns={columns}
      table={table}
      isChanging={isChanging}
      pageSizes={[10, 25, 50]}
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
  const [, ...rows] = screen.getAllByRole('row')
  return rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent ?? '')
}
