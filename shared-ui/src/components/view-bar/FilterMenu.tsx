import type { AnyRow } from '@canje/large-table'
import { isInFilterMenu } from '../../rows/columns'
import type { Table } from '../../state/useTable'
import { OnDemand } from '../OnDemand'
import { Popup } from './Popup'

const loadChoices = () => import(/* webpackChunkName: 'view-tools' */ './FilterChoices')

/** The menu of filters. */
export function FilterMenu<R extends AnyRow>({ table }: { table: Table<R> }) {
  if (!table.rows.columns.some(isInFilterMenu)) return null

  return (
    <Popup label="+ Filtro">
      {(close) => (
        <OnDemand failure="No se pudieron cargar los filtros." load={loadChoices}>
          {({ default: FilterChoices }) => <FilterChoices table={table} onChosen={close} />}
        </OnDemand>
      )}
    </Popup>
  )
}
