import type { TabProps } from 'shared-auth'
import { FilteredTable, TabRoot } from 'shared-ui'
import { selectScores } from './api/select-scores'
import { columns } from './columns'

/** Puntaje: points per user and point of sale. */
export default function Tab({ notify }: TabProps) {
  const onFiltered = () =>
    notify({ severity: 'success', summary: 'Consultado', detail: 'se consulto el puntaje con exito' })

  return (
    <TabRoot notify={notify}>
      <FilteredTable name="Puntaje" columns={columns} load={selectScores} onFiltered={onFiltered} />
    </TabRoot>
  )
}
