import { expect, it } from 'vitest'
import { describeQueries, score } from '../testing/queries'
import { deleteUnassignedCodes, insertCodes, selectCodes } from './codes'

describeQueries('code rows', (database) => {
  it('get another name when the generated one exists', async () => {
    const names = ['REDEEMED', 'NEW1', 'NEW1', 'NEW2']

    await insertCodes(database(), 2, () => names.shift() ?? 'NEW3')

    const codes = await selectCodes(database()).execute()
    expect(codes.map(({ name }) => name).sort()).toEqual(['NEW1', 'NEW2', 'REDEEMED'])
    expect(await deleteUnassignedCodes(database())).toHaveLength(2)
  })

  it.each([
    ['redeemed without a user', { user_id: null, redeemed_at: '2025-06-01T12:00:00Z' }],
    ['assigned without a redemption', { user_id: 1, redeemed_at: null }],
  ])('cannot be %s', async (_what, state) => {
    const insert = database()
      .insertInto('codes')
      .values({ name: 'HALF', ...state })
    await expect(insert.execute()).rejects.toThrow('unassigned_or_redeemed')
  })

  it('cannot give a score to another user', async () => {
    await database().deleteFrom('scores').execute()
    const insert = database()
      .insertInto('scores')
      .values(score(1, 2, 50, 1000))
    await expect(insert.execute()).rejects.toThrow('redeemed_by_its_user')
  })
})
