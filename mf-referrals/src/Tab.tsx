import type { TabProps } from '@canje/shared-auth'
import { FilteredTable, TabRoot } from '@canje/shared-ui'
import { selectReferrals } from './api/select-referrals'
import { columns } from './columns'

const GROUPS = { user_name: 'Usuario', locate: 'Punto de venta', date: 'Mes' }

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
