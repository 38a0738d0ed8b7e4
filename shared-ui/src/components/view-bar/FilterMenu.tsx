import type { AnyRow } from '@canje/large-table'
import { isInFilterMenu } from '../../rows/columns'
import type { Table } from '../../state/useTable'
import { OnDemand, usePreload } from '../OnDemand'
import { Popup } from './Popup'

const loadChoices = () => import(/* webpackChunkName: 'view-tools' */ './FilterChoices')

/** The menu of filters. Its contents are loaded after the rows, which are more urgent. */
export function FilterMenu<R extends AnyRow>({ table }: { table: Table<R> }) {
  const { columns, summary } = table.rows
  usePreload(loadChoices, summary !== undefined)
  if (!columns.some(isInFilterMenu)) return null

  return (
    <Popup label="Filtro" icon="pi pi-sliders-h">
      <OnDemand failure="No se pudieron cargar los filtros." load={loadChoices}>
        {({ default: FilterChoices }) => <FilterChoices table={table} />}
      </OnDemand>
    </Popup>
  )
}
