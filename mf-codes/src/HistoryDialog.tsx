import {
  CsvButton,
  fieldColumns,
  RefreshButton,
  RowsTable,
  TabDialog,
  type TableOptions,
  TabRoot,
  useNotify,
  useTable,
} from '@canje/shared-ui'
import { useEffect, useEffectEvent } from 'react'
import { type StaffEvent, selectStaffEvents } from './api/select-staff-events'

/** The actions of the staff: who did what, when and to which code (D27: `events`). */
export default function HistoryDialog({ onHide }: { onHide: () => void }) {
  const notify = useNotify()
  return (
    <TabDialog header="Historial" visible onHide={onHide} className="history-dialog">
      {/* A root without a view: the URL keeps that of the tab. */}
      <TabRoot notify={notify}>
        <HistoryTable />
      </TabRoot>
    </TabDialog>
  )
}

const OPTIONS: TableOptions<StaffEvent> = { pageSizes: [10, 25, 50] }

function HistoryTable() {
  const table = useTable(columns, selectStaffEvents, OPTIONS)
  const showNewestFirst = useEffectEvent(() => table.orderBy({ field: 'id', direction: -1 }))
  useEffect(() => showNewestFirst(), [])

  return (
    <RowsTable
      name="Historial"
      columns={columns}
      table={table}
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

const columns = fieldColumns({
  id: { header: 'Id', width: 4.5, kind: 'number' },
  date: { header: 'Fecha', width: 11, filter: 'dates', card: 'top-end' },
  userName: { header: 'Cuenta', width: 8, filter: 'values', card: 'bottom-start' },
  action: {
    header: 'Acción',
    width: 10,
    filter: 'values',
    card: 'bottom-end',
    display: {
      map: [
        ['create', { text: 'creado' }],
        ['delete', { text: 'eliminado' }],
        ['delete_all', { text: 'eliminado con todos' }],
        ['restore', { text: 'restaurado' }],
        ['sign_in_failed', { text: 'ingreso fallido' }],
        ['sign_in_throttled', { text: 'ingreso bloqueado' }],
      ],
    },
  },
  codeName: { header: 'Codigo', width: 10, kind: 'code', card: 'top-start' },
  codeId: { header: 'Id del codigo', width: 9, kind: 'number' },
  count: { header: 'Cantidad', width: 6, kind: 'number' },
  address: { header: 'Dirección', width: 9 },
})
