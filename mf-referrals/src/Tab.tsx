import type { TabProps } from '@canje/shared-auth'
import { FilteredTable, TabRoot } from '@canje/shared-ui'
import { referrals } from './referrals'

const GROUPS = [
  { by: 'user_name', label: 'Usuario', areNames: true },
  { by: 'locate', label: 'Punto de venta' },
  { by: 'date', label: 'Mes del referido' },
] as const

/** Referidos: points per referral. */
export default function Tab(props: TabProps) {
  return (
    <TabRoot {...props}>
      <FilteredTable name="Referidos" list={referrals} sum="points" groupBy={GROUPS} closesAtSubmit />
    </TabRoot>
  )
}
