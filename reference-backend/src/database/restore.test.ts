import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { selectStaffEvents } from '../audit/events'
import { createSessions } from '../security/sessions'
import { createEmbeddedDatabase, directoryOf, type TestDatabase } from '../testing/engines'
import { addLaterMigration } from '../testing/later-migration'
import { backUp } from './back-up'
import { listBackUps } from './back-ups'
import { openDatabase } from './connect'
import { prepareData } from './data-folder'
import { migrations } from './migrations'
import { restoreBackUp } from './restore'
import type { Database } from './schema'

let testDatabase: TestDatabase
let directory: string
beforeEach(async () => {
  testDatabase = await createEmbeddedDatabase()
  directory = directoryOf(testDatabase)
})
afterEach(() => testDatabase.remove())

/** Runs work on the database, and closes it: opening takes most of a second. */
async function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(testDatabase.choice)
  return work(database).finally(() => database.destroy())
}

const change = (statement: string) => inDatabase((database) => sql.raw(statement).execute(database))

async function countEvents(database: Database): Promise<unknown> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from staff_events where username = 'ana'`.execute(database)
  return rows[0]?.count
}

/** Marks the data without opening it. */
const mark = (text: string) => writeFile(join(directory, 'pgdata', 'mark'), text)
const markOfData = () => readFile(join(directory, 'pgdata', 'mark'), 'utf8')

const addEvent = `insert into staff_events (username, action, count, address) values ('ana', 'create', 1, '')`

async function tokenState(database: Database) {
  const { rows } = await sql<{ version: number; secret: string }>`
    select token_version::integer as version, value as secret from staff_accounts, settings where name = 'token_secret'
  `.execute(database)
  return { version: rows[0]?.version, secret: rows[0]?.secret ?? '' }
}

it('brings back the data of a back-up, keeps the replaced data, signs everyone out, and is in the audit log', async () => {
  const addAccount = `insert into staff_accounts (username, password_hash) values ('admin', 'none')`
  const { authorization, secret } = await inDatabase(async (database) => {
    await sql.raw(`insert into settings values ('seeded', 'yes'); ${addAccount}; ${addEvent}`).execute(database)
    const token = await (await createSessions(database)).issue({ id: 1, version: 0 })
    return { authorization: `Bearer ${token}`, ...(await tokenState(database)) }
  })
  const name = await backUp(directory)
  await mark('replaced')

  const replaced = await restoreBackUp(directory, name)
  expect(await listBackUps(directory)).toEqual([name, replaced])
  expect(await readFile(join(directory, 'backups', replaced ?? '', 'pgdata', 'mark'), 'utf8')).toBe('replaced')
  await inDatabase(async (database) => {
    const [restored, ...earlier] = await selectStaffEvents(database).execute()
    expect(earlier).toMatchObject([{ action: 'create', userName: 'ana' }])
    expect(restored).toMatchObject({
      action: 'database_restored',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      userName: null,
      codeId: null,
      count: 0,
      address: null,
    })
    expect(await (await createSessions(database)).accountOf(authorization)).toBe(0)
    expect(await tokenState(database)).toMatchObject({ version: 1, secret: expect.not.stringContaining(secret) })
  })
})

it('has a back-up that is made before migrations change existing data, and only then', async () => {
  await inDatabase(async (database) => {
    await sql.raw(addEvent).execute(database)
    expect(await listBackUps(directory)).toEqual([])
  })
  onTestFinished(addLaterMigration())

  const [applied, count] = await inDatabase(async (database) => [
    await new Migrator({ db: database, provider: migrations }).getMigrations(),
    await countEvents(database),
  ])
  expect(applied.every(({ executedAt }) => executedAt)).toBe(true)
  expect(count).toBe(1)
  const [name = ''] = await listBackUps(directory)
  expect(await readdir(join(directory, 'backups'))).toEqual([name])
})

if (process.env.LONG_TESTS) {
  it('replaces a database whose initialization was killed, and stays', async () => {
    await mark('before')
    const name = await backUp(directory)
    await mark('after')
    await writeFile(join(directory, 'pgdata.unfinished'), '')
    await expect(backUp(directory)).rejects.toThrow('there is no database')
    expect(await restoreBackUp(directory, name)).toBeUndefined()
    // As the next start does before it opens the engine.
    await prepareData(directory)
    expect(await markOfData()).toBe('before')
  })

  it('refuses a back-up of another version, and changes nothing', async () => {
    await change(`insert into kysely_migration values ('9999_later', '2030-01-01')`)
    const name = await backUp(directory)
    await expect(restoreBackUp(directory, name)).rejects.toThrow('another version made it')
    expect((await readdir(directory)).sort()).toEqual(['backend.lock', 'backups', 'pgdata'])
    expect(await listBackUps(directory)).toEqual([name])
  })

  it('brings back a lost database', async () => {
    await mark('before')
    const name = await backUp(directory)
    await rm(join(directory, 'pgdata'), { recursive: true })
    expect(await restoreBackUp(directory, name)).toBeUndefined()
    expect(await markOfData()).toBe('before')
  })

  it('is given up when the replaced data cannot become a back-up', async () => {
    const name = await backUp(directory)
    await mark('after')
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T00:00:00Z') })
    // A file in its place fails the back-up, as a full disk does.
    await writeFile(join(directory, 'backups', '20300101T000000000Z'), '')
    const refused = restoreBackUp(directory, name).finally(() => vi.useRealTimers())
    await expect(refused).rejects.toThrow('EEXIST')
    expect((await readdir(directory)).sort()).toEqual(['backend.lock', 'backups', 'pgdata'])
    expect(await markOfData()).toBe('after')
  })
}
