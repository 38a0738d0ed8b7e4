import { useState } from 'react'
import type { TabProps } from 'shared-auth'
import {
  CsvButton,
  FilterButton,
  FilterDialog,
  RefreshButton,
  RowsTable,
  TabRoot,
  useNotify,
  useTable,
} from 'shared-ui'
import { selectScores } from './api/select-scores'
import { columns } from './columns'

/** Puntaje: the points of each user per point of sale. */
export default function Tab({ notify }: TabProps) {
  return (
    <TabRoot notify={notify}>
      <ScoresTable />
    </TabRoot>
  )
}

function ScoresTable() {
  const notify = useNotify()
  const table = useTable(columns, selectScores)
  const [filtering, setFiltering] = useState(false)

  /** The dialog closes only on success (D15). */
  function filter(text: string) {
    table.filter(text, () => {
      setFiltering(false)
      notify({ severity: 'success', summary: 'Consultado', detail: 'se consulto el puntaje con exito' })
    })
  }

  return (
    <>
      <RowsTable
        name="Puntaje"
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
      />
    </>
  )
}
