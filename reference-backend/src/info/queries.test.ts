import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { describeQueries, referral } from '../testing/queries'
import { selectReferralTree } from './referral-tree'
import { selectReferrals } from './referrals'
import { selectReport } from './report'
import { selectScores } from './scores'
import { selectUsers } from './users'

// In one file, because each set of queries opens a database on each engine.
describeQueries('the rows of', (database) => {
  describe('users', () => {
    it('have the total points of scores and referrals, and dates in America/Bogota', async () => {
      await database()
        .insertInto('referrals')
        .values([referral(1, 1, 2, 100), referral(2, 1, 3, 50)])
        .execute()

      const { rows: users } = await selectUsers().execute(database())

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

  describe('a filter', () => {
    const fullNames = async (text: string) =>
      (await selectScores(text).execute(database())).rows.map(({ name }) => name)

    it.each([
      ['jose nunez', ['José Núñez', 'José Núñez']],
      ['NÚÑEZ', ['José Núñez', 'José Núñez']],
      ['n\u0303', ['José Núñez', 'ÁNGELA Peña', 'José Núñez']],
      ['luís', ['Lui\u0301s 100%_\\o/']],
      ['%', ['Lui\u0301s 100%_\\o/']],
      ['\\', ['Lui\u0301s 100%_\\o/']],
      [' +57301 ', ['ÁNGELA Peña']],
      ['nobody', []],
      ['user1@', []],
      ['JOSÉ \u00A0NU\u0301\u200BN\u0303EZ', ['José Núñez', 'José Núñez']],
      ['\u202A(57)\u00A0301[444]\u20115566\u202C', ['ÁNGELA Peña']],
      ['0057 301 444 5566', ['ÁNGELA Peña']],
      ['301.444', ['ÁNGELA Peña']],
      ['+57 301 444', ['ÁNGELA Peña']],
      ['“+57 301·444·5566”;', ['ÁNGELA Peña']],
      ['tel:+573014445566', ['ÁNGELA Peña']],
      ['+57 3014445566 1', []],
      ['30:14', []],
    ])('%j finds %j', async (text, names) => {
      expect(await fullNames(text)).toEqual(names)
    })

    it('folds case and accents', async () => {
      const { rows } = await sql`
        select fold('ÀÉÎÕÜ Ñandú ÇA ØÆŁ ΣΟΣ Šč'), fold('') as empty, fold(null) as none`.execute(database())
      expect(rows).toEqual([{ fold: 'aeiou nandu ca øæł σοσ sc', empty: '', none: null }])
    })

    it('removes what nobody sees, and makes all spaces one', async () => {
      const blocks = [0, 0x1000, 0x2000, 0x3000, 0xf000, 0x1_b000, 0x1_d000, 0xe_0000]
      const codes = blocks.flatMap((first) => Array.from({ length: 0x1000 }, (_, code) => first + code))
      const characters = codes
        .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
        .map((code) => String.fromCodePoint(code))
        .filter((character) => character !== '|' && !/\p{M}|[\u1AB0-\u1AFF]|[\u20D0-\u20FF]/u.test(character))
      const text = characters.map((character) => `a${character}\u200B b`).join('|')
      const { rows } = await sql<{ folded: string }>`select fold(${text}) as folded`.execute(database())
      const folded = rows[0]?.folded.split('|') ?? []
      const invisible = /\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/u
      expect(folded).toHaveLength(characters.length)
      const isSkipped = (character: string) => invisible.test(character) || /\s/.test(character)
      const others = characters.filter((character, at) => (folded[at] === 'a b') !== isSkipped(character))
      expect(others.map((character) => character.codePointAt(0)?.toString(16))).toEqual([])
    })

    it.each(['', '\t\n'])('%j finds everything', async (blank) => {
      expect(await fullNames(blank)).toHaveLength(4)
    })

    it('accents without a letter find nothing', async () => {
      expect(await fullNames(' \u0301\u0308 ')).toEqual([])
    })

    it('of referrals applies to the referring user only', async () => {
      await database()
        .insertInto('referrals')
        .values(referral(1, 1, 2))
        .execute()

      expect((await selectReferrals('jose').execute(database())).rows).toEqual([
        {
          id: 1,
          points: 100,
          user_name: 'José Núñez',
          referral_name: 'ÁNGELA Peña',
          locate: 'Mercado',
          date: '2025-07-01 07:00:00',
        },
      ])
      expect((await selectReferrals('angela').execute(database())).rows).toEqual([])
    })
  })

  describe('the referral tree', () => {
    const tree = async (root: number) =>
      (await selectReferralTree(database(), root)).map((row) => [row.level, row.parent_id, row.id, row.points])

    it('has each referred user once, below the first referrer', async () => {
      await database()
        .insertInto('referrals')
        .values([
          referral(1, 1, 2, 10),
          referral(2, 2, 3, 20),
          referral(3, 1, 3, 30),
          referral(4, 3, 4, 40),
          referral(5, 2, 4, 50),
        ])
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

  describe('the report', () => {
    it('has a row per score, then per referral, and one for a user with neither', async () => {
      await database()
        .insertInto('referrals')
        .values([referral(1, 1, 4)])
        .execute()

      const { rows: report } = await selectReport().execute(database())

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
})
