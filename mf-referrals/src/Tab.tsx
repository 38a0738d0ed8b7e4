import type { TabProps } from 'shared-auth'
import { FilteredTable, TabRoot } from 'shared-ui'
import { selectReferrals } from './api/select-referrals'
import { columns } from './columns'

/** Referidos: the points each user got for referrals. */
export default function Tab({ notify }: TabProps) {
  return (
    <TabRoot notify={notify}>
      <FilteredTable name="Referidos" columns={columns} load={selectReferrals} closesAtSubmit />
    </TabRoot>
  )
}
