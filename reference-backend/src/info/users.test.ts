import { expect, it } from 'vitest'
import { describeQueries, referral } from '../testing/queries'
import { selectUsers } from './users'

describeQueries('users', (database) => {
  it('have the total points of scores and referrals, and dates in America/Bogota', async () => {
    await database()
      .insertInto('referrals')
      .values([referral(1, 1, 2, 100), referral(2, 1, 3, 50)])
      .execute()

    const users = await selectUsers(database()).execute()

    expect(users.map(({ total_points }) => total_points)).toEqual([220, 7, 1, 0])
    expect(users[0]).toEqual({
      id: 1,
      name: 'José Núñez',
      mail: 'user1@example.com',
      phone: '+573001112233',
      identification_number: '001',
      total_points: 220,
      cityName: 'Bogotá',
      documentType: 'CC',
      date: '2024-12-31 23:59:59',
    })
  })
})
