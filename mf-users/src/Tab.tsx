import type { TabProps } from '@canje/shared-auth'
import { CsvButton, RefreshButton, RowsTable, TabRoot, useTable } from '@canje/shared-ui'
import { users } from './users'

/** Usuarios: all registered users with their points. */
export default function Tab(props: TabProps) {
  return (
    <TabRoot {...props}>
      <UsersTable />
    </TabRoot>
  )
}

function UsersTable() {
  const table = useTable(users.columns, users.load, { sum: 'total_points' })
  return (
    <RowsTable
      name="Usuarios"
      table={table}
      minWidth="50rem"
      toolbar={
        <>
          <RefreshButton table={table} />
          <CsvButton table={table} />
        </>
      }
    />
  )
}
