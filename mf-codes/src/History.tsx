import {
  CsvButton,
  fieldColumns,
  RefreshButton,
  RowsTable,
  type TableOptions,
  TabRoot,
  useNotify,
  useTable,
} from '@canje/shared-ui'
import { type StaffEvent, selectStaffEvents } from './api/select-staff-events'

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
  const table = useTable(columns, selectStaffEvents, OPTIONS)
  return (
    <RowsTable
      name="Historial"
      columns={columns}
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

const columns = fieldColumns({
  id: { header: 'Id', width: 4.5, kind: 'number' },
  date: {
    header: 'Fecha',
    width: 11,
    filter: 'dates',
    card: 'top-end',
    description: 'Fecha de la acción',
    filterLabel: 'Fecha (acción)',
  },
  userName: { header: 'Cuenta', width: 8, filter: 'values', card: 'bottom-start' },
  action: {
    header: 'Acción',
    width: 10,
    filter: 'values',
    card: 'bottom-end',
    display: {
      map: [
        ['create', { text: 'creó' }],
        ['delete', { text: 'eliminó' }],
        ['delete_all', { text: 'eliminación de todos' }],
        ['restore', { text: 'restauró' }],
        ['sign_in', { text: 'ingresó' }],
        ['renewal', { text: 'renovó la sesión' }],
        ['sign_out', { text: 'cerró la sesión' }],
        ['account_added', { text: 'creó la cuenta' }],
        ['account_enabled', { text: 'habilitó la cuenta' }],
        ['account_disabled', { text: 'deshabilitó la cuenta' }],
        ['password_changed', { text: 'cambió la contraseña' }],
        ['database_restored', { text: 'restauró la base de datos' }],
        ['sign_in_failed', { text: 'no pudo ingresar' }],
        ['sign_in_throttled', { text: 'no pudo ingresar: demasiados intentos' }],
      ],
    },
  },
  codeName: { header: 'Codigo', width: 10, kind: 'code', card: 'top-start' },
  codeId: { header: 'Id codigo', width: 9, kind: 'number' },
  count: { header: 'Cantidad', width: 6, kind: 'number', display: { map: [[0, { text: '' }]] } },
  address: { header: 'Dirección IP', width: 9 },
})
