import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { describeOnEachEngine, onPostgres, type TestDatabase } from '../testing/engines'
import { freePort } from '../testing/free-port'
import { type DatabaseChoice, openDatabase } from './connect'

const postgresUrl = inject('postgresUrl')

/** The message of a refusal, checked to be one line that a person can act on. */
async function refusalOf(choice: DatabaseChoice): Promise<string> {
  const error: unknown = await openDatabase(choice).catch((thrown: unknown) => thrown)
  if (!(error instanceof Error)) throw new Error('The database was opened.')
  expect(error.message).toMatch(/^Cannot use [^\n]+\. (Check|Choose) [^\n]+\.$/)
  return error.message
}

describe('a directory', () => {
  let directory: string

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'reference-backend-'))
  })
  afterAll(() => rm(directory, { recursive: true }))

  it('cannot be a file, nor below one', async () => {
    const file = join(directory, 'file')
    await writeFile(file, '')

    expect(await refusalOf({ kind: 'embedded', directory: file })).toContain(file)
    expect(await refusalOf({ kind: 'embedded', directory: join(file, 'below') })).toContain(file)
  })

  it.runIf(process.platform === 'linux')('cannot be where the system makes none', async () => {
    expect(await refusalOf({ kind: 'embedded', directory: '/proc/below/it' })).toContain('/proc/below')
  })

  it('cannot be used by two at once, and is free again after the first', async () => {
    const choice: DatabaseChoice = { kind: 'embedded', directory: join(directory, 'deep', 'data') }
    const first = await openDatabase(choice)

    expect(await refusalOf(choice)).toContain(`process ${process.pid} is using it`)
    await first.destroy()
    await (await openDatabase(choice)).destroy()
  })

  it('cannot be used while another process does, but after that one was killed', async () => {
    const data = await mkdtemp(join(directory, 'locked-'))
    const lock = join(data, 'backend.pid')
    await writeFile(lock, `${process.ppid}\n`)
    expect(await refusalOf({ kind: 'embedded', directory: data })).toContain(`process ${process.ppid} is using it`)

    await cp(inject('emptyPglite'), data, { recursive: true })
    const beyondAnyProcess = 2 ** 22 + 1
    await writeFile(lock, `${beyondAnyProcess}\n`)
    const database = await openDatabase({ kind: 'embedded', directory: data })
    expect(await readFile(lock, 'utf8')).toBe(`${process.pid}\n`)
    await database.destroy()
  })

  it('cannot hold something that is no database', async () => {
    const data = await mkdtemp(join(directory, 'damaged-'))
    await mkdir(join(data, 'pgdata'))
    await writeFile(join(data, 'pgdata', 'PG_VERSION'), '18')

    await refusalOf({ kind: 'embedded', directory: data })
    await refusalOf({ kind: 'embedded', directory: data })
  })
})

describe('a server address', () => {
  it.each(['', 'nonsense', 'http://localhost/canje', 'postgres//localhost'])('cannot be %j', async (url) => {
    expect(await refusalOf({ kind: 'postgres', url })).toContain('not a postgres:// URL')
  })

  it('where nothing listens is named without its password', async () => {
    const host = `localhost:${await freePort()}`
    const message = await refusalOf({ kind: 'postgres', url: `postgres://canje:hunter2@${host}/canje` })
    expect(message).toContain(`${host}/canje: connect ECONNREFUSED`)
    expect(message).not.toContain('hunter2')
  })

  it.each([
    'postgres://canje:hunter2@localhost:port/canje',
    'postgres:canje:hunter2@localhost/canje',
    'postgres://canje:1234/hunter2@localhost/canje',
    'postgres://canje:1234?hunter2@localhost/canje',
    'postgres://canje:1234#hunter2@localhost/canje',
    'postgres://canje:hunter2%zz@localhost/canje',
  ])('that is malformed, as %s, is refused without its password', async (url) => {
    expect(await refusalOf({ kind: 'postgres', url })).not.toMatch(/hunter2|1234/)
  })
})

describeOnEachEngine('a database', (createDatabase) => {
  let place: TestDatabase

  beforeAll(async () => {
    place = await createDatabase()
  })
  afterAll(() => place.remove())

  it('keeps its content when opened again, and gives up a transaction that fails', async () => {
    const first = await openDatabase(place.choice)
    await first.insertInto('settings').values({ name: 'kept', value: 'yes' }).execute()
    await expect(
      first.transaction().execute(async (transaction) => {
        await transaction.insertInto('settings').values({ name: 'lost', value: 'yes' }).execute()
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await first.destroy()

    const second = await openDatabase(place.choice)
    expect(await second.selectFrom('settings').select('name').execute()).toEqual([{ name: 'kept' }])
    await second.destroy()
  })

  it('has no triggers left that an earlier version made', async () => {
    const database = await openDatabase(place.choice)
    const { rows } = await sql`
      select to_regclass('change_markers') as table, to_regproc('mark_change') as function`.execute(database)
    expect(rows).toEqual([{ table: null, function: null }])
    await database.destroy()
  })

  it('folds case and accents alike everywhere', async () => {
    const database = await openDatabase(place.choice)
    const { rows } = await sql`select fold('ÀÉÎÕÜ Ñandú ÇA'), fold('') as empty, fold(null) as none`.execute(database)
    expect(rows).toEqual([{ fold: 'aeiou nandu ca', empty: '', none: null }])
    await database.destroy()
  })
})

describe('a server', onPostgres, () => {
  it('that refuses the password does not show it', async () => {
    const url = new URL(postgresUrl ?? '')
    url.username = inject('passwordUser')
    url.password = 'hunter2'
    const message = await refusalOf({ kind: 'postgres', url: url.href })
    expect(message).toContain('password authentication failed')
    expect(message).not.toContain('hunter2')
  })

  it('without the database asked for is refused in one line', async () => {
    const url = new URL('/missing', postgresUrl ?? '').href
    expect(await refusalOf({ kind: 'postgres', url })).toContain('database "missing" does not exist')
  })
})
