import type { TabProps } from '@canje/shared-auth'
import { CsvButton, RefreshButton, RowsTable, TabRoot, useTable } from '@canje/shared-ui'
import { selectUsers } from './api/select-users'
import { columns } from './columns'

/** {{label}}. */
export default function Tab(props: TabProps) {
  return (
    <TabRoot {...props}>
      <MainTable />
    </TabRoot>
  )
}

function MainTable() {
  const table = useTable(columns, selectUsers)
  return (
    <RowsTable
      name="{{label}}"
      columns={columns}
      table={table}
      toolbar={
        <>
          <RefreshButton table={table} />
          <CsvButton table={table} />
        </>
      }
    />
  )
}
