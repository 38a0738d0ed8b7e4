import { execFileSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backUp } from './back-up'
import { listBackUps, moveToBackUps } from './back-ups'
import { openDatabase } from './connect'
import { prepareData } from './data-folder'
import { lockDirectory } from './directory-lock'
import { restoreBackUp } from './restore'

/** The folder of a stopped database. Its data are a few files, since no test opens it. */
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reference-backend-'))
  await mkdir(data('pgdata/base'), { recursive: true })
  await writeFile(data('pgdata/PG_VERSION'), '17')
  await writeFile(data('pgdata/base/1'), 'rows')
})
afterEach(() => rm(directory, { recursive: true }))

const data = (name: string) => join(directory, name)
const open = () => openDatabase({ kind: 'embedded', directory })
/** What a start does before it opens the engine, and after that. */
const start = async () => (await prepareData(directory))()
const mark = (text: string) => writeFile(data('pgdata/mark'), text)
const markOfData = () => readFile(data('pgdata/mark'), 'utf8')
const markOf = (name: string) => readFile(data(`backups/${name}/pgdata/mark`), 'utf8')

it('refuses a running database, an unknown back-up and a missing database, and changes nothing', async () => {
  const empty = data('empty')
  await mkdir(empty)
  await expect(backUp(empty)).rejects.toThrow('there is no database')
  expect(await listBackUps(empty)).toEqual([])
  await mark('before')
  for (const name of ['20000101T000000000Z', '../pgdata', '', 'a\nb', 'x'.repeat(10_000), '\ud800']) {
    await expect(restoreBackUp(directory, name)).rejects.toThrow('there is no such back-up: list shows the names')
  }
  const unlock = lockDirectory(directory)
  await expect(backUp(directory)).rejects.toThrow('is using the directory')
  unlock()
  expect(await markOfData()).toBe('before')
})

it.each(['moved the replaced data', 'prepared the restored data'])(
  'is restored by the next start when the restoration was killed after it had %s',
  async (step) => {
    await backUp(directory)
    await mark('restored')
    await cp(data('pgdata'), data('pgdata.restored'), { recursive: true })
    await mark('replaced')
    if (step === 'moved the replaced data') await moveToBackUps(directory)
    await start()
    expect(await markOfData()).toBe('restored')
    expect(await readdir(directory)).not.toContain('pgdata.restored')
    const names = await listBackUps(directory)
    expect(names).toHaveLength(2)
    expect(await markOf(names[1] ?? '')).toBe('replaced')
  },
)

it('is made after an interrupted restoration is completed, and has the restored data', async () => {
  await mark('before')
  const before = await backUp(directory)
  await mark('after')
  await cp(data(`backups/${before}/pgdata`), data('pgdata.restored'), { recursive: true })
  const name = await backUp(directory)
  expect(await markOfData()).toBe('before')
  expect(await markOf(name)).toBe('before')
})

it('leaves the database as it is when the restoration was killed while it copied', async () => {
  await mark('before')
  await backUp(directory)
  await mkdir(data('pgdata.partial'))
  await start()
  expect(await markOfData()).toBe('before')
  expect(await readdir(directory)).not.toContain('pgdata.partial')
})

it.each([
  ['changed', (folder: string) => writeFile(join(folder, 'pgdata', 'PG_VERSION'), 'x')],
  ['added', (folder: string) => writeFile(join(folder, 'pgdata', 'added'), '')],
  ['missing', (folder: string) => rm(join(folder, 'pgdata', 'PG_VERSION'))],
  ['not listed', (folder: string) => rm(join(folder, 'manifest.json'))],
])('is not restored when a file of it is %s, and nothing changes', async (_what, damage) => {
  const name = await backUp(directory)
  await damage(join(directory, 'backups', name))
  await expect(restoreBackUp(directory, name)).rejects.toThrow(`the back-up ${name} is damaged: `)
  expect((await readdir(directory)).sort()).toEqual(['backend.lock', 'backups', 'pgdata'])
  expect(await listBackUps(directory)).toEqual([name])
})

it('is not joined by a new database, whatever remains', async () => {
  await backUp(directory)
  await rm(data('pgdata'), { recursive: true })
  await expect(open()).rejects.toThrow('there is no database, but back-ups: restore one')
  await mkdir(data('pgdata'))
  await expect(open()).rejects.toThrow('there is no database, but back-ups: restore one')
  await writeFile(data('pgdata/base'), '')
  await expect(open()).rejects.toThrow('pgdata is incomplete: restore a back-up')
  expect(await readdir(data('pgdata'))).toEqual(['base'])
})

it('lets a new database begin again whose initialization was killed', async () => {
  await rm(data('pgdata/PG_VERSION'))
  await writeFile(data('pgdata.unfinished'), '')
  const confirmOpened = await prepareData(directory)
  expect(await readdir(directory)).toEqual(['pgdata.unfinished'])
  await confirmOpened()
  expect(await readdir(directory)).toEqual([])
})

it('removes what an interrupted back-up left, and nothing else', async () => {
  await mkdir(data('backups/20260101T000000000Z/pgdata.partial'), { recursive: true })
  await mkdir(data('backups/kept/base'), { recursive: true })
  const name = await backUp(directory)
  expect((await readdir(data('backups'))).sort()).toEqual([name, 'kept'])
})

it('leaves nothing listed when it cannot be written completely', async () => {
  // A copy fails at a FIFO, as at a full disk.
  execFileSync('mkfifo', [data('pgdata/fifo')])
  await expect(backUp(directory)).rejects.toThrow()
  expect(await readdir(data('backups'))).toEqual([])
})

it('closes the folder to other users, with everything in it', async () => {
  await chmod(directory, 0o755)
  await chmod(data('pgdata/PG_VERSION'), 0o666)
  await backUp(directory)
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  const paths = [directory, ...entries.map(({ parentPath, name }) => join(parentPath, name))]
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode))
  expect(paths.filter((_path, index) => ((modes[index] ?? 0) & 0o077) !== 0)).toEqual([])
})

const asRoot = { skip: process.getuid?.() !== 0, meta: { skipReason: 'Only root gives a folder to another user.' } }
it('is refused for a folder of another user', asRoot, async () => {
  await chown(directory, 65534, 65534)
  await expect(open()).rejects.toThrow('the folder belongs to another user')
})
