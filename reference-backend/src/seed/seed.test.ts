import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '../database/connect'
import type { Database } from '../database/schema'
import { insertCodes, selectCodes } from '../info/codes'
import { createDatabase, type TestDatabase } from '../testing/engines'
import { seedOnce } from './seed'

const amounts = { users: 60, codes: 40, scores: 60, referrals: 30 }
const admin = { user: 'admin', password: 'demo-1234' }
const tables = ['users', 'codes', 'scores', 'referrals'] as const

const opened: { testDatabase: TestDatabase; database: Database }[] = []
const open = async () => {
  const testDatabase = await createDatabase()
  const database = await openDatabase(testDatabase.choice)
  opened.push({ testDatabase, database })
  return database
}
const sizesOf = (database: Database) =>
  Promise.all(tables.map(async (table) => (await database.selectFrom(table).select('id').execute()).length))

afterEach(async () => {
  for (const { testDatabase, database } of opened.splice(0)) {
    await database.destroy()
    await testDatabase.remove()
  }
})

it('refuses a new database without a password, and accepts one that has an account', async () => {
  const database = await open()
  const withoutPassword = { user: 'admin', password: undefined }

  await expect(seedOnce(database, amounts, withoutPassword)).rejects.toThrow(/^The database is new .* ADMIN_PASSWORD/)
  expect(await database.selectFrom('staff_accounts').selectAll().execute()).toEqual([])
  expect(await database.selectFrom('users').selectAll().execute()).toEqual([])

  await seedOnce(database, amounts, admin)
  await seedOnce(database, amounts, withoutPassword)
  expect(await database.selectFrom('staff_accounts').selectAll().execute()).toHaveLength(1)
})

it('refuses a name or password that a new account may not have, and changes nothing', async () => {
  const database = await open()
  const refused = [
    [{ ...admin, password: 'short-1' }, /^ADMIN_PASSWORD cannot be used\. The password has fewer[^\n]+\.$/],
    [{ user: 'peñaloza', password: 'Peñaloza' }, /^ADMIN_PASSWORD cannot be used\. The password is the name/],
    [{ ...admin, user: '\u0430dmin' }, /^ADMIN_USER cannot be used\. The name has other characters/],
  ] as const
  for (const [account, message] of refused) await expect(seedOnce(database, amounts, account)).rejects.toThrow(message)
  expect(await database.selectFrom('staff_accounts').selectAll().execute()).toEqual([])
})

it('fills a database once, even when two backends start concurrently', async () => {
  const database = await open()

  await Promise.all([seedOnce(database, amounts, admin), seedOnce(database, amounts, admin)])
  await seedOnce(database, { users: 7, codes: 7, scores: 7, referrals: 7 }, { user: 'other', password: 'other' })

  expect(await sizesOf(database)).toEqual(Object.values(amounts))
  const accounts = await database.selectFrom('staff_accounts').select('username').execute()
  expect(accounts).toEqual([{ username: 'admin' }])
})

it('sets the id sequences after the seeded rows', async () => {
  const database = await open()
  await seedOnce(database, { users: 0, codes: 40, scores: 0, referrals: 0 }, admin)

  await insertCodes(database, 1)

  expect((await selectCodes().execute(database)).rows.at(-1)?.id).toBe(41)
})
