import type { TabProps } from 'shared-auth'
import { FilteredTable, TabRoot } from 'shared-ui'
import { selectReferrals } from './api/select-referrals'
import { columns } from './columns'

/** Referidos: points per referral. */
export default function Tab({ notify }: TabProps) {
  return (
    <TabRoot notify={notify}>
      <FilteredTable name="Referidos" columns={columns} load={selectReferrals} closesAtSubmit />
    </TabRoot>
  )
}
