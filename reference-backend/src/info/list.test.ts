import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeQueries, score } from '../testing/queries'
import { addInfoRoutes } from './routes'
import { selectScores } from './scores'

describeQueries('a list', (database) => {
  let app: FastifyInstance
  const scores = async (body: object) =>
    (await app.inject({ method: 'POST', url: 'SelectScores', payload: body })).payload

  beforeAll(() => {
    app = Fastify()
    addInfoRoutes(app, { database: database(), sessions: { accountOf: async () => 1 } })
  })
  afterAll(() => app.close())

  it('continues after pages without a row that matches its filter', async () => {
    const count = 6_000
    await sql`
      insert into scores (id, user_id, points, locate, earned_at)
      select 1000 + i, case when i in (1, ${sql.lit(count)}) then 1 else 2 end, i, 'Sede', now()
      from generate_series(1, ${sql.lit(count)}) as i`.execute(database())

    const text = await scores({ prmNameOrPhone: 'jose' })

    const { rows: shown } = await selectScores('jose').execute(database())
    expect(shown.map(({ points }) => points)).toEqual(expect.arrayContaining([1, count]))
    expect(JSON.parse(text)).toEqual({ data: shown })
    // A sign of progress for each page without rows.
    expect(text).toContain('\n')
  })

  it('is exactly the rows of its query, whatever their text', async () => {
    const texts = [
      '\u0001\b\t\n\f\r\u001f\u007f\u2028\u2029\ufeff',
      '\\\\ \\" \\n \\. \\u0000 \\x41',
      '"]}}{"data":null',
      '\u{10ffff}e\u0301é',
      "'; drop table users; --",
    ]
    await database()
      .insertInto('scores')
      .values(texts.map((locate, index) => ({ ...score(index + 10, 1, -index), locate })))
      .execute()

    const { rows } = await selectScores('').execute(database())
    expect(await scores({})).toBe(JSON.stringify({ data: rows }))
  })
})
