import type { TabProps } from '@canje/shared-auth'
import { CsvButton, RefreshButton, RowsTable, TabRoot, useTable } from '@canje/shared-ui'
import { userList } from './users'

/** {{label}}: a table. */
export default function Tab(props: TabProps) {
  return (
    <TabRoot {...props}>
      <MainTable />
    </TabRoot>
  )
}

function MainTable() {
  const table = useTable(userList.columns, userList.load)
  return (
    <RowsTable
      name="{{label}}"
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
