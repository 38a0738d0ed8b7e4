import { CsvButton, RefreshButton, RowsTable, type TableOptions, TabRoot, useNotify, useTable } from '@canje/shared-ui'
import { type StaffEvent, staffEvents } from './staff-events'

/** The actions of the staff: who did what, when and to which code (D27: `events`). */
export default function History() {
  const notify = useNotify()
  return (
    // A root without a view: the URL keeps that of the tab.
    <TabRoot notify={notify}>
      <HistoryTable />
    </TabRoot>
  )
}

const NOUN = ['evento', 'eventos'] as const

const OPTIONS: TableOptions<StaffEvent> = {
  pageSizes: [10, 25, 50],
  order: { field: 'id', direction: -1 },
}

function HistoryTable() {
  const table = useTable(staffEvents.columns, staffEvents.load, OPTIONS)
  return (
    <RowsTable
      name="Historial"
      columns={staffEvents.columns}
      table={table}
      noun={NOUN}
      minWidth="60rem"
      toolbar={
        <>
          <RefreshButton table={table} />
          <CsvButton table={table} />
        </>
      }
    />
  )
}
