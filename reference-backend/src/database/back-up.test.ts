import { execFileSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hashPassword } from '../security/accounts'
import { createSessions } from '../security/sessions'
import { startTestBackend } from '../testing/backend'
import { createEmbeddedDatabase, directoryOf, type TestDatabase } from '../testing/engines'
import { undoLastMigration } from '../testing/undo-last-migration'
import { backUp } from './back-up'
import { listBackUps, moveToBackUps } from './back-ups'
import { openDatabase } from './connect'
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

const open = () => openDatabase({ kind: 'embedded', directory })

async function change(statement: string): Promise<void> {
  const database = await open()
  await sql.raw(statement).execute(database)
  await database.destroy()
}

async function eventCount(): Promise<unknown> {
  const database = await open()
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from staff_events where username = 'ana'`.execute(database)
  await database.destroy()
  return rows[0]?.count
}

/** Marks the data without opening it, which takes a second. */
const mark = (text: string) => writeFile(join(directory, 'pgdata', 'mark'), text)
const markOfData = () => readFile(join(directory, 'pgdata', 'mark'), 'utf8')
const openAndClose = async () => (await open()).destroy()

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
  await mark('before')
  const name = await backUp(directory)
  await rm(join(directory, 'pgdata'), { recursive: true })
  expect(await restoreBackUp(directory, name)).toBeUndefined()
  expect(await markOfData()).toBe('before')
})

it('refuses a running database, an unknown back-up and a missing database, and changes nothing', async () => {
  const empty = join(directory, 'empty')
  await mkdir(empty)
  await expect(backUp(empty)).rejects.toThrow('there is no database')
  expect(await listBackUps(empty)).toEqual([])
  await mark('before')
  for (const name of ['20000101T000000000Z', '../pgdata', '', 'a\nb', 'x'.repeat(10_000), '\ud800']) {
    await expect(restoreBackUp(directory, name)).rejects.toThrow('there is no such back-up: list shows the names')
  }
  const running = await open()
  await expect(backUp(directory)).rejects.toThrow('is using the directory')
  await running.destroy()
  expect(await markOfData()).toBe('before')
})

it('is made before migrations change existing data, and only then', async () => {
  await change(addEvent)
  const database = await open()
  expect(await listBackUps(directory)).toEqual([])
  await undoLastMigration(database)
  await database.destroy()

  const migrated = await open()
  const applied = await new Migrator({ db: migrated, provider: migrations }).getMigrations()
  await migrated.destroy()
  expect(applied.every(({ executedAt }) => executedAt)).toBe(true)
  const [name = ''] = await listBackUps(directory)
  expect(await readdir(join(directory, 'backups'))).toEqual([name])
  expect(await eventCount()).toBe(1)
})

const data = (name: string) => join(directory, name)

it.each(['moved the replaced data', 'prepared the restored data'])(
  'is completed by the next start when it was killed after it had %s',
  async (step) => {
    await backUp(directory)
    await mark('restored')
    await cp(data('pgdata'), data('pgdata.restored'), { recursive: true })
    await mark('replaced')
    if (step === 'moved the replaced data') await moveToBackUps(directory)
    await openAndClose()
    expect(await markOfData()).toBe('restored')
    expect(await readdir(directory)).not.toContain('pgdata.restored')
    expect(await listBackUps(directory)).toHaveLength(2)
  },
)

it('is completed before the next back-up, which has the restored data', async () => {
  await mark('before')
  const before = await backUp(directory)
  await mark('after')
  await cp(join(directory, 'backups', before, 'pgdata'), data('pgdata.restored'), { recursive: true })
  const name = await backUp(directory)
  expect(await markOfData()).toBe('before')
  await restoreBackUp(directory, name)
  expect(await markOfData()).toBe('before')
})

it('replaces a database whose initialization was killed, and stays', async () => {
  await mark('before')
  const name = await backUp(directory)
  await mark('after')
  await writeFile(data('pgdata.unfinished'), '')
  await expect(backUp(directory)).rejects.toThrow('there is no database')
  expect(await restoreBackUp(directory, name)).toBeUndefined()
  await openAndClose()
  expect(await markOfData()).toBe('before')
})

it('leaves the database as it is when it was killed while it copied', async () => {
  await mark('before')
  await backUp(directory)
  await mkdir(data('pgdata.partial'))
  await openAndClose()
  expect(await markOfData()).toBe('before')
  expect(await readdir(directory)).not.toContain('pgdata.partial')
})

it.each([
  ['changed', (folder: string) => writeFile(join(folder, 'pgdata', 'PG_VERSION'), 'x')],
  ['added', (folder: string) => writeFile(join(folder, 'pgdata', 'added'), '')],
  ['missing', (folder: string) => rm(join(folder, 'pgdata', 'PG_VERSION'))],
  ['not listed', (folder: string) => rm(join(folder, 'manifest.json'))],
])('refuses a back-up with a file that is %s, and changes nothing', async (_what, damage) => {
  const name = await backUp(directory)
  await damage(join(directory, 'backups', name))
  await expect(restoreBackUp(directory, name)).rejects.toThrow(`the back-up ${name} is damaged: `)
  expect((await readdir(directory)).sort()).toEqual(['backups', 'pgdata'])
  expect(await listBackUps(directory)).toEqual([name])
})

it('of a newer version is refused, and changes nothing', async () => {
  await change(`insert into kysely_migration values ('9999_later', '2030-01-01')`)
  const name = await backUp(directory)
  await expect(restoreBackUp(directory, name)).rejects.toThrow('a newer version has migrated it')
  expect(await readdir(directory)).toEqual(['backups', 'pgdata'])
  expect(await listBackUps(directory)).toEqual([name])
})

it('is given up when the replaced data cannot become a back-up', async () => {
  const name = await backUp(directory)
  await mark('after')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T00:00:00Z') })
  // A file in its place fails the back-up, as a full disk does.
  await writeFile(join(directory, 'backups', '20300101T000000000Z'), '')
  const refused = restoreBackUp(directory, name).finally(() => vi.useRealTimers())
  await expect(refused).rejects.toThrow('EEXIST')
  expect((await readdir(directory)).sort()).toEqual(['backups', 'pgdata'])
  expect(await markOfData()).toBe('after')
})

it('signs everyone out', async () => {
  await change(`insert into staff_accounts (username, password_hash) values ('ana', '')`)
  const before = await open()
  const authorization = `Bearer ${await (await createSessions(before)).issue({ id: 1, version: 0 })}`
  const { secret } = await tokenState(before)
  await before.destroy()
  await restoreBackUp(directory, await backUp(directory))

  const after = await open()
  expect(await (await createSessions(after)).accountOf(authorization)).toBe(0)
  expect(await tokenState(after)).toMatchObject({ version: 1, secret: expect.not.stringMatching(secret) })
  await after.destroy()
})

async function tokenState(database: Database) {
  const { rows } = await sql<{ version: number; secret: string }>`
    select token_version::integer as version, value as secret from staff_accounts, settings where name = 'token_secret'
  `.execute(database)
  return { version: rows[0]?.version, secret: rows[0]?.secret ?? '' }
}

it('is recorded in the audit log of the restored database, and shown with the other events', async () => {
  const addAccount = `insert into staff_accounts (username, password_hash) values ('admin', '${await hashPassword('demo-1234')}')`
  await change(`insert into settings values ('seeded', 'yes'); ${addAccount}; ${addEvent}`)
  const name = await backUp(directory)
  await change(addEvent)
  await restoreBackUp(directory, name)

  const backend = await startTestBackend(testDatabase.choice)
  const events = await backend.rows<{ action: string }>('SelectStaffEvents')
  await backend.close()
  expect(events.map(({ action }) => action)).toEqual(['sign_in', 'database_restored', 'create'])
  expect(events[1]).toMatchObject({
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    userName: null,
    codeId: null,
    count: 0,
    address: null,
  })
})

it('is not joined by a new database, whatever remains', async () => {
  await backUp(directory)
  await rm(data('pgdata'), { recursive: true })
  await expect(open()).rejects.toThrow('there is no database, but back-ups: restore one')
  await mkdir(data('pgdata'))
  await expect(open()).rejects.toThrow('there is no database, but back-ups: restore one')
  await writeFile(join(data('pgdata'), 'base'), '')
  await expect(open()).rejects.toThrow('pgdata is incomplete: restore a back-up')
  expect(await readdir(data('pgdata'))).toEqual(['base'])
})

it('lets a new database begin again whose initialization was killed', async () => {
  await rm(data('pgdata'), { recursive: true })
  await mkdir(data('pgdata'))
  await writeFile(join(data('pgdata'), 'base'), '')
  await writeFile(data('pgdata.unfinished'), '')
  expect(await eventCount()).toBe(0)
  expect(await readdir(directory)).toEqual(['pgdata'])
})

it('removes what an interrupted back-up left, and nothing else', async () => {
  const folder = join(directory, 'backups', '20260101T000000000Z')
  await mkdir(join(folder, 'pgdata.partial'), { recursive: true })
  await mkdir(join(directory, 'backups', 'kept', 'base'), { recursive: true })
  const name = await backUp(directory)
  expect((await readdir(join(directory, 'backups'))).sort()).toEqual([name, 'kept'])
})

it('leaves nothing listed when it cannot be written completely', async () => {
  // A copy fails at a FIFO, as at a full disk.
  execFileSync('mkfifo', [join(data('pgdata'), 'fifo')])
  await expect(backUp(directory)).rejects.toThrow()
  expect(await readdir(join(directory, 'backups'))).toEqual([])
})

it('closes the folder to other users, with everything in it', async () => {
  await chmod(directory, 0o755)
  await chmod(join(data('pgdata'), 'PG_VERSION'), 0o666)
  await backUp(directory)
  await (await open()).destroy()
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  const paths = [directory, ...entries.map(({ parentPath, name }) => join(parentPath, name))]
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode))
  expect(paths.filter((_path, index) => ((modes[index] ?? 0) & 0o077) !== 0)).toEqual([])
})

it.runIf(process.getuid?.() === 0)('refuses a folder of another user', async () => {
  await chown(directory, 65534, 65534)
  await expect(open()).rejects.toThrow('the folder belongs to another user')
})
