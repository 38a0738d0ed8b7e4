import type { TabProps } from '@canje/shared-auth'
import { FilteredTable, TabRoot } from '@canje/shared-ui'
import { referrals } from './referrals'

const GROUPS = [
  { by: 'user_name', label: 'Usuario', note: 'Las personas con el mismo nombre son un solo grupo.' },
  { by: 'locate', label: 'Punto de venta' },
  { by: 'date', label: 'Mes del referido' },
] as const

/** Referidos: points per referral. */
export default function Tab(props: TabProps) {
  return (
    <TabRoot {...props}>
      <FilteredTable
        name="Referidos"
        list={referrals}
        sum="points"
        dates="date"
        groupBy={GROUPS}
        // The field of Referidos has this name, too (specification §2).
        filterLabel="Filtrar Puntaje"
        closesAtSubmit
      />
    </TabRoot>
  )
}
