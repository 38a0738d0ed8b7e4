import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import type { ToastMessage } from 'shared-auth'
import { RowsTable } from '../components/RowsTable'
import { CsvButton, RefreshButton } from '../components/toolbar'
import { fieldColumns } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { MemoryRows } from '../rows/memory-rows'
import type { Row } from '../rows/parse-rows'
import { TabRoot } from '../state/TabRoot'
import { type Table, useTable } from '../state/useTable'

export type Person = Row<'id' | 'name'>

export const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Persona ${index + 1}` }))

export const columns = fieldColumns<keyof Person>({ id: 'Id', name: 'Nombre' })

/** One call to the server, to be answered by the test. */
export interface Call {
  filter: string | undefined
  signal: AbortSignal
  answer: (rows: Person[]) => void
  fail: (error: Error) => void
}

/** A tab with a table of people whose server is the test. */
export function renderPeople() {
  const calls: Call[] = []
  const toasts: ToastMessage[] = []
  const load: LoadRows<Person> = ({ filter, signal }) =>
    new Promise((resolve, fail) => {
      calls.push({ filter, signal, answer: (rows) => resolve(new MemoryRows(rows)), fail })
    })
  let table: Table<Person> | undefined

  const { unmount } = render(
    <TabRoot notify={(message) => toasts.push(message)}>
      <People
        load={load}
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
  onTable: (table: Table<Person>) => void
}

function People({ load, onTable }: PeopleProps) {
  const table = useTable(columns, load)
  useEffect(() => onTable(table))
  return (
    <RowsTable
      name="Personas"
      columns={columns}
      table={table}
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
