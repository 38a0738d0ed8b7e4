import { expect, it } from 'vitest'
import { describeQueries, referral } from '../testing/queries'
import { selectReferrals } from './referrals'
import { selectScores } from './scores'

describeQueries('the filter', (database) => {
  const fullNames = async (text: string) => (await selectScores(database(), text).execute()).map(({ name }) => name)

  it.each([
    ['jose nunez', ['José Núñez', 'José Núñez']],
    ['NÚÑEZ', ['José Núñez', 'José Núñez']],
    ['n\u0303', ['José Núñez', 'ÁNGELA Peña', 'José Núñez']],
    ['ángela', ['ÁNGELA Peña']],
    ['luís', ['Lui\u0301s 100%_\\o/']],
    ['%', ['Lui\u0301s 100%_\\o/']],
    ['_', ['Lui\u0301s 100%_\\o/']],
    ['\\', ['Lui\u0301s 100%_\\o/']],
    ['%_\\O/', ['Lui\u0301s 100%_\\o/']],
    [' +57301 ', ['ÁNGELA Peña']],
    ['4445', ['ÁNGELA Peña']],
    ["o'neill", []],
    ['nobody', []],
    ['user1@', []],
  ])('%j finds %j', async (text, names) => {
    expect(await fullNames(text)).toEqual(names)
  })

  it.each(['', ' ', '\t\n'])('%j finds everything', async (blank) => {
    expect(await fullNames(blank)).toHaveLength(4)
  })

  it.each(['\u0301', ' \u0301\u0308 ', '\u0301 \u0301'])(
    '%j, accents without a letter, finds nothing',
    async (accents) => {
      expect(await fullNames(accents)).toEqual([])
    },
  )

  it('of referrals applies to the referring user only', async () => {
    await database()
      .insertInto('referrals')
      .values(referral(1, 1, 2))
      .execute()

    expect(await selectReferrals(database(), 'jose').execute()).toEqual([
      {
        id: 1,
        points: 100,
        user_name: 'José Núñez',
        referral_name: 'ÁNGELA Peña',
        locate: 'Mercado',
        date: '2025-07-01 07:00:00',
      },
    ])
    expect(await selectReferrals(database(), 'angela').execute()).toEqual([])
  })
})
