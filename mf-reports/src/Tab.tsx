import type { TabProps } from '@canje/shared-auth'
import { CsvButton, RowsTable, type TableOptions, TabRoot, useTable } from '@canje/shared-ui'
import { type ReportRow, selectReport } from './api/select-report'
import { columns } from './columns'

/** Reportes: users with their codes, scores and referrals. */
export default function Tab(props: TabProps) {
  return (
    <TabRoot {...props}>
      <ReportTable />
    </TabRoot>
  )
}

/** Reportes has no refresh button: its rows are loaded again when older than a minute (D25). */
const OPTIONS: TableOptions<ReportRow> = {
  maxAgeMs: 60_000,
  groups: {
    by: { name: 'Usuario', scoreLocate: 'Punto de venta', cityName: 'Ciudad', codeDate: 'Mes (Fecha Redimido)' },
    sums: ['scorePoints', 'referalPoint'],
  },
}

function ReportTable() {
  const table = useTable(columns, selectReport, OPTIONS)
  return <RowsTable name="Reportes" columns={columns} table={table} toolbar={<CsvButton table={table} />} />
}
