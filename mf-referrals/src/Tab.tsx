import { useState } from 'react'
import type { TabProps } from 'shared-auth'
import { CsvButton, FilterButton, FilterDialog, RefreshButton, RowsTable, TabRoot, useTable } from 'shared-ui'
import { selectReferrals } from './api/select-referrals'
import { columns } from './columns'

/** Referidos: the points each user got for referrals. */
export default function Tab({ notify }: TabProps) {
  return (
    <TabRoot notify={notify}>
      <ReferralsTable />
    </TabRoot>
  )
}

function ReferralsTable() {
  const table = useTable(columns, selectReferrals)
  const [filtering, setFiltering] = useState(false)

  /** The dialog closes at submit, whatever the answer (D15). */
  function filter(text: string) {
    setFiltering(false)
    table.filter(text)
  }

  return (
    <>
      <RowsTable
        name="Referidos"
        columns={columns}
        table={table}
        toolbar={
          <>
            <RefreshButton table={table} />
            <CsvButton columns={columns} table={table} />
            <FilterButton onPress={() => setFiltering(true)} />
          </>
        }
      />
      <FilterDialog
        visible={filtering}
        onHide={() => setFiltering(false)}
        busy={table.running === 'filter'}
        onFilter={filter}
        clearOnSubmit
      />
    </>
  )
}
