import type { TabProps } from '@canje/shared-auth'
import { FilteredTable, TabRoot } from '@canje/shared-ui'
import { selectReferrals } from './api/select-referrals'
import { columns } from './columns'

const GROUPS = [
  { by: 'user_name', label: 'Usuario', areNames: true },
  { by: 'locate', label: 'Punto de venta' },
  { by: 'date', label: 'Mes del referido' },
] as const

/** Referidos: points per referral. */
export default function Tab(props: TabProps) {
  return (
    <TabRoot {...props}>
      <FilteredTable
        name="Referidos"
        columns={columns}
        sum="points"
        groupBy={GROUPS}
        load={selectReferrals}
        closesAtSubmit
      />
    </TabRoot>
  )
}
