import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeQueries } from '../testing/queries'
import { jsonRows, jsonStatement } from './json-rows'

/** Makes a megabyte of a thousand rows: connections rest in lists longer than that. */
const filler = sql<string>`repeat('x', 1000)`

describeQueries('rows as JSON', (database) => {
  const numbers = (last: number) =>
    database()
      .selectFrom(sql<{ n: number; even: boolean | null }>`generate_series(1, ${sql.lit(last)})`.as('n'))
      .select([sql<number>`n`.as('n'), sql<boolean>`n % 2 = 0`.as('even')])
  const read = async (last: number) => {
    const pieces: string[] = []
    for await (const piece of jsonRows(database(), jsonStatement(database(), numbers(last))))
      pieces.push(piece.toString())
    return pieces
  }

  it.each([
    [0, 0],
    [1, 1],
    [200, 1],
    [201, 2],
    [1_200, 2],
    [1_201, 3],
    [10_000, 6],
  ])('has all of %d rows, in %d pieces', async (last, count) => {
    const pieces = await read(last)
    const rows = Array.from({ length: last }, (_, index) => ({ n: index + 1, even: index % 2 === 1 }))
    expect(`[${pieces.join('')}]`).toBe(JSON.stringify(rows))
    expect(pieces).toHaveLength(count)
  })

  it.each([
    ['at once', 1],
    ['after some megabytes', 3],
  ])('gives its connection free when the reader leaves %s', async (_when, pieces) => {
    const wide = numbers(100_000).select(filler.as('filler'))
    for (let reader = 0; reader < 10; reader++) {
      let left = pieces
      for await (const piece of jsonRows(database(), jsonStatement(database(), wide))) {
        expect(piece.toString()).toContain('"n":')
        if (--left === 0) break
      }
    }
    expect(await read(1)).toEqual(['{"n":1,"even":false}'])
  })

  it.each([0, 1, 3])(
    'fails with the reason of a signal that aborts after %d pieces, and gives its connection free',
    async (count) => {
      const wide = jsonStatement(database(), numbers(100_000).select(filler.as('filler')))
      for (let reader = 0; reader < 10; reader++) {
        const reason = new Error('left')
        const controller = new AbortController()
        const pieces = jsonRows(database(), wide, controller.signal)
        for (let piece = 0; piece < count; piece++) await pieces.next()
        controller.abort(reason)
        await expect(pieces.next()).rejects.toBe(reason)
      }
      expect(await read(1)).toEqual(['{"n":1,"even":false}'])
      expect((await sql`select 1 as one`.execute(database())).rows).toEqual([{ one: 1 }])
    },
  )

  it('gives its connection free when the database refuses the query, at once or on the way', async () => {
    const failingAt = (row: number) =>
      database()
        .selectFrom(sql<{ n: number }>`generate_series(1, 10000)`.as('n'))
        .select([sql<number>`1 / (n - ${sql.lit(row)})`.as('n'), filler.as('filler')])
    const failed = async (row: number) => {
      for await (const piece of jsonRows(database(), jsonStatement(database(), failingAt(row))))
        expect(piece).not.toHaveLength(0)
    }
    for (let reader = 0; reader < 10; reader++) {
      await expect(failed(1)).rejects.toThrow('division by zero')
      await expect(failed(9_000)).rejects.toThrow('division by zero')
    }
    expect(await read(1)).toEqual(['{"n":1,"even":false}'])
    expect((await sql`select 1 as one`.execute(database())).rows).toEqual([{ one: 1 }])
  })
})
