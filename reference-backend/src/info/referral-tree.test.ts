import { expect, it } from 'vitest'
import { describeQueries, referral } from '../testing/queries'
import { selectReferralTree } from './referral-tree'

describeQueries('the referral tree', (database) => {
  const tree = async (root: number) =>
    (await selectReferralTree(database(), root).execute()).map((row) => [row.level, row.parent_id, row.id, row.points])

  it('has each referred user once, below the first referrer', async () => {
    await database()
      .insertInto('referrals')
      .values([referral(1, 1, 2, 10), referral(2, 2, 3, 20), referral(3, 1, 3, 30), referral(4, 3, 4, 40)])
      .execute()

    expect(await tree(1)).toEqual([
      [1, 1, 2, 10],
      [2, 2, 3, 20],
      [3, 3, 4, 40],
    ])
    expect(await tree(4)).toEqual([])
  })

  it('ends at a cycle of referrals', async () => {
    await database()
      .insertInto('referrals')
      .values([referral(1, 1, 2), referral(2, 2, 3), referral(3, 3, 1)])
      .execute()

    expect(await tree(1)).toEqual([
      [1, 1, 2, 100],
      [2, 2, 3, 100],
    ])
  })
})
