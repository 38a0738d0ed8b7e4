import type { TabProps } from '@canje/shared-auth'
import { FilteredTable, TabRoot } from '@canje/shared-ui'
import { scores } from './scores'

const GROUPS = [
  { by: 'name', label: 'Usuario', note: 'Las personas con el mismo nombre son un solo grupo.' },
  { by: 'locate', label: 'Punto de venta' },
  { by: 'date', label: 'Mes del puntaje' },
] as const

/** Puntaje: points per user and point of sale. */
export default function Tab(props: TabProps) {
  const onFiltered = () =>
    props.notify({ severity: 'success', summary: 'Consultado', detail: 'se consulto el puntaje con exito' })

  return (
    <TabRoot {...props}>
      <FilteredTable
        name="Puntaje"
        list={scores}
        sum="points"
        dates="date"
        groupBy={GROUPS}
        filterLabel="Filtrar Puntaje"
        onFiltered={onFiltered}
      />
    </TabRoot>
  )
}
