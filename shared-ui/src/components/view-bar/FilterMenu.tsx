import type { AnyRow } from '@canje/large-table'
import { isInFilterMenu } from '../../rows/columns'
import { OnDemand, usePreload } from '../OnDemand'
import type { FilterChoicesProps } from './FilterChoices'
import { Popup } from './Popup'

const loadChoices = () => import(/* webpackChunkName: 'view-tools' */ './FilterChoices')

/** The menu of filters. Its contents are loaded after the rows, which are more urgent. */
export function FilterMenu<R extends AnyRow>(props: FilterChoicesProps<R>) {
  const { columns, summary } = props.rows
  usePreload(loadChoices, summary !== undefined)
  if (!columns.some(isInFilterMenu)) return null

  return (
    <Popup label="Filtro" icon="pi pi-sliders-h">
      <OnDemand failure="No se pudieron cargar los filtros." load={loadChoices}>
        {({ default: FilterChoices }) => <FilterChoices {...props} />}
      </OnDemand>
    </Popup>
  )
}
