import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../database/schema'
import { hostileTexts } from '../testing/hostile'
import { describeQueries, referral, score } from '../testing/queries'
import { selectCodes } from './codes'
import { selectReferralTree } from './referral-tree'
import { selectReferrals } from './referrals'
import { selectReport } from './report'
import { addInfoRoutes } from './routes'
import { selectScores } from './scores'
import { selectUsers } from './users'

/** Every list: its request and the query of its rows. */
const lists = [
  { path: 'SelectUsers', select: (database: Database) => selectUsers(database) },
  { path: 'SelectCodes', select: (database: Database) => selectCodes(database) },
  { path: 'SelectReport', select: (database: Database) => selectReport(database) },
  { path: 'SelectScores', body: {}, select: (database: Database) => selectScores(database, '') },
  {
    path: 'SelectScores',
    body: { prmNameOrPhone: 'jose' },
    select: (database: Database) => selectScores(database, 'jose'),
  },
  { path: 'SelectReferrals', body: {}, select: (database: Database) => selectReferrals(database, '') },
  {
    path: 'SelectReferrals',
    body: { prmNameOrPhone: '\\' },
    select: (database: Database) => selectReferrals(database, '\\'),
  },
  {
    path: 'SelectScoreReferrals',
    body: { prmUserId: 1 },
    select: (database: Database) => selectReferralTree(database, 1),
  },
  {
    path: 'SelectScoreReferrals',
    body: { prmUserId: 2 },
    select: (database: Database) => selectReferralTree(database, 2),
  },
]

/** Texts with special characters of JSON, SQL or transfer formats. A database rejects a lone surrogate. */
const hostile = [
  ...hostileTexts.filter((text) => !/\p{Surrogate}/u.test(text)),
  '\u0001\b\t\n\f\r\u001f\u007f\u2028\u2029\ufeff',
  '\\\\ \\" \\n \\. \\u0000 \\x41',
  '"]}}{"data":null',
  '\u{10ffff}e\u0301é',
]

describeQueries('a list', (database) => {
  let app: FastifyInstance
  const ask = async ({ path, body }: { path: string; body?: object }) => {
    const response = await app.inject({
      url: path,
      ...(body ? { method: 'POST' as const, payload: body } : { method: 'GET' as const }),
    })
    return response.payload
  }

  beforeAll(() => {
    app = Fastify()
    const sessions = { issue: async () => '', accountOf: async () => 1 }
    addInfoRoutes(app, { database: database(), sessions })
  })
  beforeEach(async () => {
    await database()
      .insertInto('referrals')
      .values([referral(1, 1, 2), referral(2, 3, 4), referral(3, 2, 3)])
      .execute()
  })
  afterAll(() => app.close())

  it('continues after pages without a row that matches its filter', async () => {
    const rows = 6_000
    await sql`
      insert into scores (id, user_id, points, locate, earned_at)
      select 1000 + i, case when i in (1, ${sql.lit(rows)}) then 1 else 2 end, i, 'Sede', now()
      from generate_series(1, ${sql.lit(rows)}) as i`.execute(database())
    const request = { path: 'SelectScores', body: { prmNameOrPhone: 'jose' } }

    const text = await ask(request)

    const shown = await selectScores(database(), 'jose').execute()
    expect(shown.map(({ points }) => points)).toEqual(expect.arrayContaining([1, rows]))
    expect(JSON.parse(text)).toEqual({ data: shown })
    // A sign of progress for each page without rows.
    expect(text).toContain('\n')
  })

  it.each(lists)('$path $body is exactly the rows of its query', async ({ select, ...request }) => {
    await database()
      .insertInto('scores')
      .values(hostile.map((locate, index) => ({ ...score(index + 10, 1, -index), locate })))
      .execute()
    await database()
      .insertInto('referrals')
      .values(hostile.map((locate, index) => ({ ...referral(index + 10, 1, 2), locate })))
      .execute()

    const text = await ask(request)

    const rows = await select(database()).execute()
    const nested = ['SelectUsers', 'SelectCodes'].includes(request.path)
    expect(text).toBe(JSON.stringify(nested ? { data: { data: rows } } : { data: rows }))
  })
})
