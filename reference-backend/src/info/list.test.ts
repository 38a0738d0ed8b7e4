import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../database/schema'
import { hostileTexts } from '../testing/hostile'
import { describeQueries, referral, score } from '../testing/queries'
import { createTurns } from '../turns'
import { selectCodes } from './codes'
import { selectReferralTree } from './referral-tree'
import { selectReferrals } from './referrals'
import { selectReport } from './report'
import { addInfoRoutes } from './routes'
import { selectScores } from './scores'
import { selectUsers } from './users'

/** Every list: its call, and what its rows must be. */
const lists = [
  { path: 'SelectUsers', select: selectUsers },
  { path: 'SelectCodes', select: selectCodes },
  { path: 'SelectReport', select: selectReport },
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

const tagged = lists.filter(({ body }) => !body)

/** What JSON, SQL or a transfer format might take for something else. A lone surrogate is no text to a database. */
const hostile = [
  ...hostileTexts.filter((text) => !/\p{Surrogate}/u.test(text)),
  '\u0001\b\t\n\f\r\u001f\u007f\u2028\u2029\ufeff',
  '\\\\ \\" \\n \\. \\u0000 \\x41',
  '"]}}{"data":null',
  '\u{10ffff}e\u0301é',
]

describeQueries('a list', (database) => {
  let app: FastifyInstance
  const ask = async ({ path, body }: { path: string; body?: object }, headers: Record<string, string> = {}) => {
    const answer = await app.inject({
      url: path,
      headers,
      ...(body ? { method: 'POST' as const, payload: body } : { method: 'GET' as const }),
    })
    return {
      status: answer.statusCode,
      tag: String(answer.headers.etag),
      text: answer.payload,
      headers: answer.headers,
    }
  }

  beforeAll(() => {
    app = Fastify()
    const sessions = { issue: async () => '', accountOf: async () => 1 }
    addInfoRoutes(app, { database: database(), sessions, takeTurn: createTurns() })
  })
  beforeEach(async () => {
    await database()
      .insertInto('referrals')
      .values([referral(1, 1, 2), referral(2, 3, 4), referral(3, 2, 3)])
      .execute()
  })
  afterAll(() => app.close())

  it.each(lists)('$path $body is what its query selects, to the letter', async ({ select, ...call }) => {
    await database()
      .insertInto('scores')
      .values(hostile.map((locate, index) => ({ ...score(index + 10, 1, -index), locate })))
      .execute()
    await database()
      .insertInto('referrals')
      .values(hostile.map((locate, index) => ({ ...referral(index + 10, 1, 2), locate })))
      .execute()

    const { text } = await ask(call)

    const rows = await select(database()).execute()
    const nested = ['SelectUsers', 'SelectCodes'].includes(call.path)
    expect(text).toBe(JSON.stringify(nested ? { data: { data: rows } } : { data: rows }))
  })

  it.each(tagged)('$path is sent once, as long as nothing changes', async ({ path }) => {
    const call = { path }
    const first = await ask(call)
    expect(first.headers).toMatchObject({ etag: expect.stringMatching(/^W\/"/), 'cache-control': 'private, no-cache' })

    const again = await ask(call, { 'If-None-Match': first.tag })
    expect(again).toMatchObject({ status: 304, text: '', tag: first.tag })
    expect(again.headers['cache-control']).toBe('private, no-cache')
    expect(await ask(call, { 'If-None-Match': 'W/"other"' })).toMatchObject({ status: 200, text: first.text })
  })

  it.each(lists.filter(({ body }) => body))('$path $body is sent each time: POST has no 304', async (call) => {
    const first = await ask(call, { 'If-None-Match': '*' })
    expect(first.status).toBe(200)
    expect(first.headers).not.toHaveProperty('etag')
    expect(first.headers).not.toHaveProperty('cache-control')
  })

  it('has a tag of its own for each call', async () => {
    const tags = await Promise.all(tagged.map(async (call) => (await ask(call)).tag))
    expect(new Set(tags).size).toBe(tagged.length)
  })

  const changes: [what: string, change: (database: Database) => Promise<unknown>][] = [
    ['a new code', (db) => db.insertInto('codes').values({ name: 'NEW' }).execute()],
    ['a code gone', (db) => db.deleteFrom('scores').where('code_id', 'is not', null).execute()],
    [
      'a new score',
      (db) =>
        db
          .insertInto('scores')
          .values(score(9, 1, 1))
          .execute(),
    ],
    [
      'a new referral',
      (db) =>
        db
          .insertInto('referrals')
          .values(referral(9, 1, 3))
          .execute(),
    ],
    ['a user renamed', (db) => db.updateTable('users').set({ name: 'Josefa' }).where('id', '=', 1).execute()],
    [
      'a user named as before',
      (db) => db.updateTable('users').set({ name: 'José Núñez' }).where('id', '=', 1).execute(),
    ],
    ['all referrals gone', (db) => sql`truncate referrals`.execute(db)],
  ]
  it.each(changes)('has another tag whenever it is another: %s', async (_what, change) => {
    const before = await Promise.all(tagged.map((call) => ask(call)))
    await change(database())
    const after = await Promise.all(tagged.map((call) => ask(call)))

    const changed = tagged.filter((_, index) => before[index]?.text !== after[index]?.text)
    const retagged = tagged.filter((_, index) => before[index]?.tag !== after[index]?.tag)
    expect(changed.length).toBeGreaterThan(0)
    expect(retagged).toEqual(expect.arrayContaining(changed))
  })

  it('keeps its tag when another table changes, and when a change is given up', async () => {
    const codes = { path: 'SelectCodes' }
    const { tag } = await ask(codes)

    await database().deleteFrom('scores').execute()
    await expect(
      database()
        .transaction()
        .execute(async (transaction) => {
          await transaction.insertInto('codes').values({ name: 'LOST' }).execute()
          throw new Error('changed my mind')
        }),
    ).rejects.toThrow('changed my mind')

    expect(await ask(codes, { 'If-None-Match': tag })).toMatchObject({ status: 304 })
  })
})
