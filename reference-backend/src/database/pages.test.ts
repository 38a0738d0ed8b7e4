import { type Expression, sql } from 'kysely'
import { expect, it } from 'vitest'
import { selectCodes } from '../info/codes'
import { selectReport } from '../info/report'
import { selectScores } from '../info/scores'
import { type Int8, parseJson } from '../json'
import { describeQueries, referral, score } from '../testing/queries'
import { type PagedList, readPage } from './pages'
import type { Database } from './schema'

type Lists = Record<string, { list(database: Database): PagedList; whole(database: Database): Expression<unknown> }>

const lists: Lists = {
  codes: {
    list: (database) => ({ table: 'codes', rows: (from) => selectCodes(database, from) }),
    whole: (database) => selectCodes(database),
  },
  'the scores of some users': {
    list: (database) => ({ table: 'scores', rows: (from) => selectScores(database, 'jose', from) }),
    whole: (database) => selectScores(database, 'jose'),
  },
  'the report': {
    list: (database) => ({ table: 'users', rows: (from) => selectReport(database, from) }),
    whole: (database) => selectReport(database),
  },
}

describeQueries('pages', (database) => {
  /** Reads a list in pages of `limit` rows, with a change between two pages. */
  const read = async (list: PagedList, limit: number, change = async (_page: number) => {}) => {
    const rows: unknown[] = []
    let after: Int8 | undefined
    for (let page = 0; ; page++) {
      const { json, last, count } = await readPage(database(), list, { after, limit })
      rows.push(...(parseJson(`[${json ?? ''}]`) as unknown[]))
      if (last === null || count < limit) return rows
      after = last
      await change(page)
    }
  }
  const wholeOf = async (query: Expression<unknown>) =>
    (
      await sql<{ item: unknown }>`select row_to_json(item) as item from (${query}) as item`.execute(database())
    ).rows.map(({ item }) => item)
  const fill = async () => {
    await database()
      .insertInto('referrals')
      .values([referral(1, 1, 2), referral(2, 3, 4), referral(3, 2, 3), referral(4, 1, 3)])
      .execute()
    await database()
      .insertInto('codes')
      .values([
        { id: 7, name: 'SEVEN' },
        { id: 8, name: 'EIGHT' },
      ])
      .execute()
  }

  it('of ids that a double cannot hold have each row once', async () => {
    const ids = Array.from({ length: 5 }, (_, index) => 2n ** 53n + BigInt(index))
    await database()
      .insertInto('codes')
      .values([...ids, -(2n ** 53n) - 1n].map((id) => ({ id, name: `C${id}` })))
      .execute()
    const { list } = lists.codes as Lists[string]
    const rows = (await read(list(database()), 1)) as { id: Int8 }[]
    expect(rows.map(({ id }) => id)).toEqual([-(2n ** 53n) - 1n, 1000, ...ids])
  })

  it.each(Object.keys(lists))('of %s have each row once and in order, with any page size', async (name) => {
    await fill()
    const { list, whole } = lists[name] as Lists[string]
    const rows = await wholeOf(whole(database()))
    expect(rows.length).toBeGreaterThan(1)

    for (const limit of [1, 2, 3, 4, 5, 100]) expect(await read(list(database()), limit)).toEqual(rows)
  })

  it('have each row once that exists throughout, while others are inserted and deleted', async () => {
    await fill()
    const { list } = lists['the report'] as Lists[string]
    const pointsOf = (rows: unknown[]) =>
      (rows as { id: number; scorePoints: number | null; referalPoint: number | null }[]).map((row) => [
        row.id,
        row.scorePoints ?? row.referalPoint,
      ])

    const rows = await read(list(database()), 1, async (page) => {
      // After the rows of user 1.
      if (page !== 0) return
      await database().deleteFrom('scores').where('id', 'in', [1, 2]).execute()
      await database()
        .insertInto('scores')
        .values([score(0, 1, 1000), score(9, 2, 2000)])
        .execute()
    })

    expect(pointsOf(rows)).toEqual([
      [1, 50],
      [1, 20],
      [1, 100],
      [1, 100],
      [2, 2000],
      [2, 100],
      [3, 1],
      [3, 100],
      [4, null],
    ])
  })
})
