import { afterAll, beforeAll, expect, it } from 'vitest'
import { amounts, startTestBackend, type TestBackend } from '../testing/backend'
import { describeOnEachEngine, type TestDatabase } from '../testing/engines'
import { hostileTexts } from '../testing/hostile'

describeOnEachEngine('the info API', (createDatabase) => {
  let database: TestDatabase
  let backend: TestBackend

  beforeAll(async () => {
    database = await createDatabase()
    backend = await startTestBackend(database.choice)
  })
  afterAll(async () => {
    await backend.close()
    await database.remove()
  })

  const invalid: [path: string, body: unknown][] = [
    ...['SelectScores', 'SelectReferrals'].flatMap((path) =>
      [
        { prmNameOrPhone: 7 },
        { prmNameOrPhone: null },
        { prmNameOrPhone: 'a\0b' },
        [],
        'null',
        '"text"',
        { prmNameOrPhone: 'a'.repeat(201) },
      ].map((body): [string, unknown] => [path, body]),
    ),
    ...['SelectScoreReferrals', 'DeleteCode'].flatMap((path) => {
      const field = path === 'DeleteCode' ? 'prmCodeId' : 'prmUserId'
      return [{}, { [field]: '1' }, { [field]: 1.5 }, { [field]: null }, { [field]: 1e300 }, [1]].map(
        (body): [string, unknown] => [path, body],
      )
    }),
    ...[
      {},
      { prmnumber_codes: 0 },
      { prmnumber_codes: 100 },
      { prmnumber_codes: -1 },
      { prmnumber_codes: 2.5 },
      { prmnumber_codes: '5' },
    ].map((body): [string, unknown] => ['InsertCodes', body]),
    ...[{}, { prmCodeIds: [] }, { prmCodeIds: 7 }, { prmCodeIds: ['7'] }, { prmCodeIds: [1.5] }].map(
      (body): [string, unknown] => ['RestoreCodes', body],
    ),
  ]
  it.each(invalid)('responds to %s with 400 for %j', async (path, body) => {
    const response = await backend.info(path, { body })
    expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } })
  })

  it.each(hostileTexts)('treats %j as plain text in every field', async (hostile) => {
    for (const path of ['SelectScores', 'SelectReferrals']) {
      expect((await backend.info(path, { body: { prmNameOrPhone: hostile } })).status).toBe(200)
    }
    for (const [path, field] of [
      ['SelectScoreReferrals', 'prmUserId'],
      ['InsertCodes', 'prmnumber_codes'],
      ['DeleteCode', 'prmCodeId'],
      ['RestoreCodes', 'prmCodeIds'],
    ] as const) {
      expect((await backend.info(path, { body: { [field]: hostile } })).status).toBe(400)
    }
    const headers = { Authorization: `Bearer ${Buffer.from(hostile).toString('base64url')}` }
    expect((await backend.info('SelectUsers', { headers })).status).toBe(401)
    expect(await backend.rows('SelectUsers')).toHaveLength(amounts.users)
    expect(await backend.rows('SelectScores', {})).toHaveLength(amounts.scores)
    expect(await backend.rows('SelectCodes')).toHaveLength(amounts.codes)
  })
})
