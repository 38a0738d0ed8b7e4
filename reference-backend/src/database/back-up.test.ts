import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmbeddedDatabase, directoryOf, type TestDatabase } from '../testing/engines'
import { backUp, listBackUps, restoreBackUp } from './back-up'
import { openDatabase } from './connect'
import { migrations } from './migrations'

let testDatabase: TestDatabase
let directory: string
beforeEach(async () => {
  testDatabase = await createEmbeddedDatabase()
  directory = directoryOf(testDatabase)
})
afterEach(() => testDatabase.remove())

const open = () => openDatabase({ kind: 'embedded', directory })

async function change(statement: string): Promise<void> {
  const database = await open()
  await sql.raw(statement).execute(database)
  await database.destroy()
}

async function eventCount(): Promise<unknown> {
  const database = await open()
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from staff_events`.execute(database)
  await database.destroy()
  return rows[0]?.count
}

const addEvent = `insert into staff_events (username, action, count, address) values ('ana', 'create', 1, '')`

it('restores the data of a back-up, and keeps the replaced data', async () => {
  await change(addEvent)
  const name = await backUp(directory)
  await change(addEvent)
  expect(await eventCount()).toBe(2)

  const replaced = await restoreBackUp(directory, name)
  expect(await eventCount()).toBe(1)
  expect(await listBackUps(directory)).toEqual([name, replaced])
  await restoreBackUp(directory, replaced ?? '')
  expect(await eventCount()).toBe(2)
})

it('restores a lost database', async () => {
  await change(addEvent)
  const name = await backUp(directory)
  await rm(join(directory, 'pgdata'), { recursive: true })
  expect(await restoreBackUp(directory, name)).toBeUndefined()
  expect(await eventCount()).toBe(1)
})

it('refuses a running database, an unknown back-up and a missing database, and changes nothing', async () => {
  const empty = join(directory, 'empty')
  await mkdir(empty)
  await expect(backUp(empty)).rejects.toThrow('ENOENT')
  expect(await listBackUps(empty)).toEqual([])
  await change(addEvent)
  for (const name of ['20000101T000000000Z', '../pgdata', '']) {
    await expect(restoreBackUp(directory, name)).rejects.toThrow(`there is no back-up ${name}`)
  }
  const running = await open()
  await expect(backUp(directory)).rejects.toThrow('is using the directory')
  await running.destroy()
  expect(await eventCount()).toBe(1)
})

it('is made before migrations change existing data, and only then', async () => {
  await change(addEvent)
  await (await open()).destroy()
  expect(await listBackUps(directory)).toEqual([])

  const database = await open()
  await sql`drop table revoked_tokens`.execute(database)
  await sql`alter table staff_accounts drop column disabled_at, drop column token_version`.execute(database)
  await sql`delete from kysely_migration where name = '0008_create_revocation'`.execute(database)
  await database.destroy()

  const migrated = await open()
  const applied = await new Migrator({ db: migrated, provider: migrations }).getMigrations()
  await migrated.destroy()
  expect(applied.every(({ executedAt }) => executedAt)).toBe(true)
  const [name = ''] = await listBackUps(directory)
  expect(await readdir(join(directory, 'backups'))).toEqual([name])
  expect(await eventCount()).toBe(1)
})
