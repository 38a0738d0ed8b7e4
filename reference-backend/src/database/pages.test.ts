import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { selectCodes } from '../info/codes'
import { selectReport } from '../info/report'
import { selectScores } from '../info/scores'
import { type Int8, parseJson } from '../json'
import { describeQueries, referral } from '../testing/queries'
import { lowest, type PagedList, readPage } from './pages'

const codes: PagedList = { table: 'codes', rows: selectCodes }
const lists: Record<string, PagedList> = {
  codes,
  'the scores of some users': { table: 'scores', rows: (from) => selectScores('jose', from) },
  'the report': { table: 'users', rows: selectReport },
}

describeQueries('pages', (database) => {
  /** Reads a list in pages of `limit` rows, with a change between two pages. */
  const read = async (list: PagedList, limit: number, change = async (_page: number) => {}) => {
    const rows: unknown[] = []
    let after: Int8 = lowest
    for (let page = 0; ; page++) {
      const { json, last, count } = await readPage(database(), list, { after, limit })
      rows.push(...(parseJson(`[${json ?? ''}]`) as unknown[]))
      if (last === null || count < limit) return rows
      after = last
      await change(page)
    }
  }
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
    const rows = (await read(codes, 1)) as { id: Int8 }[]
    expect(rows.map(({ id }) => id)).toEqual([-(2n ** 53n) - 1n, 1000, ...ids])
  })

  it.each(Object.entries(lists))('of %s have each row once and in order, with any page size', async (_name, list) => {
    await fill()
    const { rows } = await sql<{
      item: unknown
    }>`select row_to_json(item) as item from (${list.rows(list.table)}) as item`.execute(database())
    expect(rows.length).toBeGreaterThan(1)

    for (const limit of [1, 2, 3, 100]) expect(await read(list, limit)).toEqual(rows.map(({ item }) => item))
  })

  it('have each row once that exists throughout, while others are inserted and deleted', async () => {
    await fill()

    const rows = await read(codes, 1, async (page) => {
      if (page !== 0) return
      await database().deleteFrom('codes').where('id', '=', 7).execute()
      await database()
        .insertInto('codes')
        .values([
          { id: 1, name: 'ONE' },
          { id: 9, name: 'NINE' },
        ])
        .execute()
    })

    expect((rows as { id: Int8 }[]).map(({ id }) => id)).toEqual([7, 8, 9, 1000])
  })
})
