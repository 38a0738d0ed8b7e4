import type { TabProps } from '@canje/shared-auth'
import { CsvButton, fieldColumns, RefreshButton, RowsTable, TabRoot, useTable } from '@canje/shared-ui'
import { selectUsers, type User } from './api/select-users'

const columns = fieldColumns<keyof User>({
  id: { header: 'Id', width: 5, kind: 'number' },
  name: 'Nombre',
  total_points: { header: 'Puntaje', kind: 'number' },
  date: 'Fecha',
})

/** {{label}}: a table. */
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
