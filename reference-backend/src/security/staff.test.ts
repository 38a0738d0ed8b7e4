import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../database/connect'
import { startTestBackend, type TestBackend } from '../testing/backend'
import { createEmbeddedDatabase } from '../testing/embedded-database'
import { createDatabase, createServerDatabase, onPostgres, type TestDatabase } from '../testing/engines'
import { waitingForLock } from '../testing/queries'
import { manageStaff, type StaffCommand } from './staff'

let database: TestDatabase
let backend: TestBackend | undefined

const start = async () => {
  backend = await startTestBackend(database.choice)
  return backend
}
const stop = async () => {
  await backend?.close()
  backend = undefined
}
const manage = (command: StaffCommand) => manageStaff(database.choice, command)

async function signIn({ security }: TestBackend, name: string, password: string): Promise<unknown> {
  const { body } = await security('CreateToken', { body: { username_input: name, password_input: password } })
  return (body as { data: unknown }).data
}

async function isAccepted({ security, apiUrl }: TestBackend, token: unknown): Promise<boolean> {
  const Authorization = `Bearer ${token}`
  const { body } = await security('ValidateLogin', { body: { Authorization_input: Authorization } })
  const isValid = (body as { data: { data: { id: number } } }).data.data.id > 0
  const { status } = await fetch(`${apiUrl}/SelectUsers`, { headers: { Authorization } })
  // Both services agree.
  expect(status).toBe(isValid ? 200 : 401)
  return isValid
}

describe('staff accounts', () => {
  beforeEach(async () => {
    database = await createDatabase()
  })
  afterEach(async () => {
    await stop()
    await database.remove()
  })

  it('are added, disabled and enabled while the service runs', async () => {
    const running = await start()
    expect(await signIn(running, 'eva', 'secret-1')).toBeNull()
    expect(await manage({ action: 'add', username: 'eva', password: 'secret-1' })).toEqual(['eva can sign in.'])
    const token = await signIn(running, 'eva', 'secret-1')
    expect(await isAccepted(running, token)).toBe(true)

    await manage({ action: 'disable', username: 'eva' })
    expect(await isAccepted(running, token)).toBe(false)
    expect(await signIn(running, 'eva', 'secret-1')).toBeNull()
    const disabled = /^eva, disabled \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
    const listed = await manage({ action: 'list' })
    expect(listed).toEqual(['admin', expect.stringMatching(disabled)])
    await manage({ action: 'disable', username: 'eva' })
    expect(await manage({ action: 'list' })).toEqual(listed)

    await manage({ action: 'add', username: 'eva', password: 'secret-2' })
    expect(await isAccepted(running, token)).toBe(false)
    expect(await isAccepted(running, await signIn(running, 'eva', 'secret-2'))).toBe(true)
    expect(await manage({ action: 'list' })).toEqual(['admin', 'eva'])
  })

  it('are changed while the service is stopped, but not before its first start', async () => {
    const command = { action: 'add', username: 'eva', password: 'secret-1' } as const
    await expect(manage(command)).rejects.toThrow('The database is new: start the service once before.')
    await start()
    await stop()
    await manage(command)
    expect(await manage({ action: 'list' })).toEqual(['admin', 'eva'])
    expect(await signIn(await start(), 'eva', 'secret-1')).toEqual(expect.any(String))
  })

  it('are unchanged by a refused command', async () => {
    await start()
    await manage({ action: 'add', username: 'eva', password: 'secret-1' })
    await manage({ action: 'disable', username: 'eva' })
    const password = 'secret-2'
    const refused: [StaffCommand, string][] = [
      [{ action: 'add', username: 'admin', password }, 'There is an account admin already: passwd changes'],
      [{ action: 'passwd', username: 'eva', password }, 'There is no enabled account eva: list shows'],
      [{ action: 'disable', username: 'ana' }, 'There is no account ana: list shows'],
      [{ action: 'add', username: 'ana', password: '' }, 'The password has fewer than 8 characters'],
      [{ action: 'add', username: '\u0430dmin', password }, 'The name has other characters'],
      [{ action: 'add', username: 'ａdmin', password }, 'There is an account admin already'],
      [{ action: 'add', username: 'contador', password: 'Contador' }, 'The password is the name of the account'],
      [{ action: 'add', username: 'E\u0301VA', password }, 'The name resembles that of the account eva'],
      [{ action: 'disable', username: 'admin' }, 'admin is the last enabled account: add another one'],
    ]
    const before = await manage({ action: 'list' })
    for (const [command, message] of refused) await expect(manage(command)).rejects.toThrow(message)
    expect(await manage({ action: 'list' })).toEqual(before)
    expect(await backend?.signIn()).toEqual(expect.any(String))
  })

  it('are found by a name in any Unicode form', async () => {
    const running = await start()
    await manage({ action: 'add', username: 'José', password: 'secret-1' })
    for (const typed of ['José', 'Jose\u0301', 'Ｊosé'])
      expect(await signIn(running, typed, 'secret-1')).toEqual(expect.any(String))
    await manage({ action: 'passwd', username: 'Jose\u0301', password: 'secret-2' })
    expect(await signIn(running, 'José', 'secret-2')).toEqual(expect.any(String))
    await manage({ action: 'disable', username: 'Ｊosé' })
    expect(await signIn(running, 'José', 'secret-2')).toBeNull()
  })

  it('accept a password in every Unicode form, whichever it was given in', async () => {
    const running = await start()
    // The longest password, in its longest form.
    const forms = ['\u00f1', 'n\u0303'].map((letter) => `clave\u00a0de${letter.repeat(991)}\u2003`)
    const isSignedIn = async (password = '') => (await signIn(running, 'eva', password)) !== null
    for (const [index, given = ''] of forms.entries()) {
      await manage({ action: index === 0 ? 'add' : 'passwd', username: 'eva', password: given })
      for (const typed of [...forms, given.replace('\u00a0', ' ')]) expect(await isSignedIn(typed)).toBe(true)
      expect(await isSignedIn(given.toUpperCase())).toBe(false)
    }
  })
})

it('cannot disable the last two accounts in two processes at a time', onPostgres, async () => {
  database = await createServerDatabase()
  await start()
  await manage({ action: 'add', username: 'eva', password: 'secret-1' })
  const opened = await openDatabase(database.choice)
  const disabled = await opened.transaction().execute(async (transaction) => {
    await sql`lock table staff_accounts in share mode`.execute(transaction)
    const commands = ['admin', 'eva'].map((username) => manage({ action: 'disable', username }))
    await expect.poll(() => waitingForLock(opened)).toBe(2)
    return { results: Promise.allSettled(commands) }
  })
  expect((await disabled.results).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await manage({ action: 'list' })).filter((line) => !line.includes('disabled'))).toHaveLength(1)
  await opened.destroy()
  await stop()
  await database.remove()
})

describe('the socket of a running service', () => {
  let home: string
  let socket: string
  beforeAll(async () => {
    const embedded = await createEmbeddedDatabase()
    database = embedded
    home = embedded.choice.directory
    socket = join(home, 'staff.sock')
  })
  afterEach(stop)
  afterAll(() => database.remove())

  it('replaces that of a killed process, is for the owner of the service only, and is removed at its end', async () => {
    await writeFile(socket, '')
    await start()
    expect((await stat(socket)).mode & 0o777).toBe(0o600)
    expect(await manage({ action: 'list' })).toEqual(['admin'])
    await stop()
    await expect(stat(socket)).rejects.toThrow('ENOENT')
  })

  it('is not served in the place of a folder, which is kept with its content', async () => {
    await mkdir(socket)
    await writeFile(join(socket, 'content'), '')
    await expect(start()).rejects.toThrow(/^Cannot replace [^\n]*staff\.sock: [^\n]+\. Move it, and start again\.$/)
    expect(await readdir(socket)).toEqual(['content'])
    await rm(socket, { recursive: true })
  })

  it('refuses malformed messages in one line, and is closed although a client sends nothing', async () => {
    await start()
    for (const message of ['{', '{"action":"drop"}']) {
      const headers = { 'Content-Type': 'application/json' }
      const [response] = await once(request({ socketPath: socket, method: 'POST', headers }).end(message), 'response')
      expect(await json(response)).toEqual({ error: expect.stringMatching(/^[A-Z].+\.$/) })
    }
    const silent = connect(socket)
    await once(silent, 'connect')
    await Promise.all([once(silent, 'close'), stop()])
  })

  it('does not exist in a directory with a long path: commands are refused in one line', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'reference-backend-'))
    const directory = join(parent, 'x'.repeat(100))
    await rename(home, directory)
    database.choice = { kind: 'embedded', directory }
    await start()
    await expect(manage({ action: 'list' })).rejects.toThrow(
      /^[^\n]+ process \d+ on \S+ is using the directory; stop that process\.$/,
    )
    await stop()
    await rename(directory, home)
  })
})
