import type { TabProps } from '@canje/shared-auth'
import { CsvButton, GroupedTable, type RowOf, type TableOptions, TabRoot, useTable } from '@canje/shared-ui'
import { report } from './report'

/** Reportes: users with their codes, scores and referrals. */
export default function Tab(props: TabProps) {
  return (
    <TabRoot {...props}>
      <ReportTable />
    </TabRoot>
  )
}

const CODES = { code: 'Codigos redimidos' }

const OPTIONS: TableOptions<RowOf<typeof report>> = {
  // Reportes has no refresh button: its rows are loaded again when older than a minute (D25).
  maxAgeMs: 60_000,
  // A user has a row for each score and each referral.
  identity: ['code', 'scoreDate', 'scorePoints', 'scoreLocate', 'referalDate', 'referalPoint', 'referalName'],
}

/** A row has a score or a referral, and a code only with a score. */
const GROUPS = [
  { by: 'name', key: 'id', label: 'Usuario', dates: 'codeDate', counts: CODES, sums: ['scorePoints', 'referalPoint'] },
  { by: 'cityName', label: 'Ciudad', dates: 'codeDate', counts: CODES, sums: ['scorePoints', 'referalPoint'] },
  { by: 'scoreLocate', label: 'Punto de venta', dates: 'codeDate', counts: CODES, sums: ['scorePoints'] },
  { by: 'referalLocate', label: 'Punto de venta referido', dates: 'referalDate', sums: ['referalPoint'] },
  { by: 'codeDate', label: 'Mes (Fecha Redimido)', counts: CODES },
  { by: 'scoreDate', label: 'Mes (Fecha Puntaje)', sums: ['scorePoints'] },
  { by: 'referalDate', label: 'Mes (Fecha Referido)', sums: ['referalPoint'] },
] as const

function ReportTable() {
  const table = useTable(report.columns, report.load, OPTIONS)
  return (
    <GroupedTable
      name="Reportes"
      columns={report.columns}
      table={table}
      groups={GROUPS}
      toolbar={<CsvButton table={table} />}
    />
  )
}
