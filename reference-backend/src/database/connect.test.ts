import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase, onPostgres, onServer } from '../testing/engines'
import { type DatabaseChoice, openDatabase, openPool } from './connect'
import { defaultServerLimits } from './server'

const postgresUrl = inject('postgresUrl')

/** The message of the error, checked to be one actionable line. */
async function openErrorOf(choice: DatabaseChoice): Promise<string> {
  const error: unknown = await openDatabase(choice).catch((thrown: unknown) => thrown)
  if (!(error instanceof Error)) throw new Error('The database was opened.')
  expect(error.message).toMatch(/^Cannot use [^\n]+(\. (Check|Choose) [^\n]+|; stop that process)\.$/)
  return error.message
}

/** The recorded migrations of a database, whose schema nothing checks. */
async function recordedIn(choice: DatabaseChoice): Promise<string[]> {
  const pool = await openPool(choice, defaultServerLimits)
  const database = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
  await database.destroy()
  return rows.map(({ name }) => name)
}

describe('a directory', () => {
  let directory: string

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'reference-backend-'))
  })

  it('cannot be a file, nor a path below a file', async () => {
    const file = join(directory, 'file')
    await writeFile(file, '')

    expect(await openErrorOf({ kind: 'embedded', directory: file })).toContain(file)
    expect(await openErrorOf({ kind: 'embedded', directory: join(file, 'below') })).toContain(file)
  })

  const onLinux = { skip: process.platform !== 'linux', meta: { skipReason: 'Only Linux has /proc.' } }
  it('cannot be a path where the system refuses a directory', onLinux, async () => {
    expect(await openErrorOf({ kind: 'embedded', directory: '/proc/below/it' })).toContain('/proc/below')
  })

  it('cannot hold files other than a database', async () => {
    const data = await mkdtemp(join(directory, 'damaged-'))
    await mkdir(join(data, 'pgdata'))
    await writeFile(join(data, 'pgdata', 'PG_VERSION'), '18')

    await openErrorOf({ kind: 'embedded', directory: data })
  })
})

describe('a database URL', () => {
  it('without a listening server is reported without its password', async () => {
    const host = `localhost:${await getPort()}`
    const message = await openErrorOf({ kind: 'postgres', url: `postgres://canje:hunter2@${host}/canje` })
    expect(message).toContain(`${host}/canje: connect ECONNREFUSED`)
    expect(message).not.toContain('hunter2')
  })

  it.each(['postgres://canje:1234/hunter2@localhost/canje', 'postgres://canje:hunter2%zz@localhost/canje'])(
    'is rejected when malformed, without its password: %s',
    async (url) => {
      expect(await openErrorOf({ kind: 'postgres', url })).not.toMatch(/hunter2|1234/)
    },
  )
})

it.each([
  ['a later version', ['0001_create_schema', '9999_later']],
  ['another program', ['2020-01-01-users']],
])('a database with the migrations of %s is refused in one line and unchanged', async (_other, names) => {
  const { choice, remove } = await createDatabase()
  const database = await openDatabase(choice)
  await sql`delete from kysely_migration`.execute(database)
  for (const name of names) await sql`insert into kysely_migration values (${name}, '2030-01-01')`.execute(database)
  await database.destroy()

  expect(await openErrorOf(choice)).toContain(': another version made it: start that version')
  expect(await recordedIn(choice)).toEqual(names)
  await remove()
})

describe('a connection to a server', onPostgres, () => {
  it.each([
    ['an empty password, and the socket in the query', 'postgresql://tests:@/DB?host=SOCKET&port=PORT'],
    ['no password, and the socket in the query', 'postgres://tests@/DB?port=PORT&host=SOCKET'],
    ['the socket, percent-encoded, in place of the host', 'postgres://tests@%SOCKET:PORT/DB'],
  ])('is opened by a URL with %s', async (_form, form) => {
    const { port, pathname } = new URL(postgresUrl ?? '')
    const url = form
      .replace('/DB', pathname)
      .replace('PORT', port)
      .replace('%SOCKET', encodeURIComponent(inject('postgresSocket')))
      .replace('SOCKET', inject('postgresSocket'))

    const database = await openDatabase({ kind: 'postgres', url })

    await database.destroy()
  })

  it('reports a missing database in one line', async () => {
    const url = new URL('/missing', postgresUrl ?? '').href
    expect(await openErrorOf({ kind: 'postgres', url })).toContain('database "missing" does not exist')
  })

  it('reports a database that cannot hold every text', async () => {
    await onServer("create database latin encoding 'LATIN1' locale 'C' template template0")
    const url = new URL('/latin', postgresUrl ?? '').href
    expect(await openErrorOf({ kind: 'postgres', url })).toContain('the encoding of the database is LATIN1, not UTF8')
    await onServer('drop database latin')
  })
})
