import { expect, it } from 'vitest'
import { describeQueries, referral } from '../testing/queries'
import { selectReport } from './report'

describeQueries('the report', (database) => {
  it('has a row per score, then per referral, and one for a user with neither', async () => {
    await database()
      .insertInto('referrals')
      .values([referral(1, 1, 4)])
      .execute()

    const report = await selectReport(database()).execute()

    const cells = report.map((row) => [row.id, row.code, row.scorePoints, row.referalPoint, row.referalName])
    expect(cells).toEqual([
      [1, 'REDEEMED', 50, null, null],
      [1, null, 20, null, null],
      [1, null, null, 100, "Ana O'Neill"],
      [2, null, 7, null, null],
      [3, null, 1, null, null],
      [4, null, null, null, null],
    ])
    expect(report[0]).toEqual({
      id: 1,
      name: 'José Núñez',
      mail: 'user1@example.com',
      phone: '+573001112233',
      identification_number: '001',
      userDate: '2024-12-31 23:59:59',
      cityName: 'Bogotá',
      documentType: 'CC',
      code: 'REDEEMED',
      codeDate: '2025-06-01 07:00:00',
      scorePoints: 50,
      scoreDate: '2025-06-01 07:00:00',
      scoreLocate: 'Tienda',
      referalPoint: null,
      referalDate: null,
      referalLocate: null,
      referalName: null,
    })
  })
})
