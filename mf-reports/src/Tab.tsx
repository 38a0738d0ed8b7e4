import type { TabProps } from 'shared-auth'
import { CsvButton, RowsTable, TabRoot, useTable } from 'shared-ui'
import { selectReport } from './api/select-report'
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
const OPTIONS = { maxAgeMs: 60_000 }

function ReportTable() {
  const table = useTable(columns, selectReport, OPTIONS)
  return <RowsTable name="Reportes" columns={columns} table={table} toolbar={<CsvButton table={table} />} />
}
