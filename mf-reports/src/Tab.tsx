import type { TabProps } from 'shared-auth'
import { CsvButton, RowsTable, TabRoot, useTable } from 'shared-ui'
import { selectReport } from './api/select-report'
import { columns } from './columns'

/** Reportes: users with their codes, scores and referrals. */
export default function Tab({ notify }: TabProps) {
  return (
    <TabRoot notify={notify}>
      <ReportTable />
    </TabRoot>
  )
}

function ReportTable() {
  const table = useTable(columns, selectReport)
  return <RowsTable name="Reportes" columns={columns} table={table} toolbar={<CsvButton table={table} />} />
}
