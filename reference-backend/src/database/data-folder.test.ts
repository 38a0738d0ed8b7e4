import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createEmbeddedDatabase } from '../testing/embedded-database'
import { addLaterMigration } from '../testing/later-migration'
import { openDatabase } from './connect'
import { copyData, prepareData } from './data-folder'
import { lockDirectory } from './directory-lock'
import { migrations } from './migrations'
import { makePrivate } from './private-files'

/** The folder of a stopped database. Its data are a few files, since few tests open it. */
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reference-backend-'))
  await mkdir(data('pgdata/base'), { recursive: true })
  await writeFile(data('pgdata/PG_VERSION'), '17')
  await writeFile(data('pgdata/base/1'), 'rows')
})

const data = (name: string) => join(directory, name)
const open = () => openDatabase({ kind: 'embedded', directory })
const copies = () => readdir(data('backups'))

it('is copied to a folder named after the time', async () => {
  await copyData(directory)
  const [name = '', ...more] = await copies()
  expect([name, ...more]).toEqual([expect.stringMatching(/^\d{8}T\d{9}Z$/)])
  expect(await readFile(data(`backups/${name}/base/1`), 'utf8')).toBe('rows')
})

it('is not copied while it is in use', async () => {
  const unlock = lockDirectory(directory)
  await expect(copyData(directory)).rejects.toThrow('is using the directory')
  unlock()
  await expect(copies()).rejects.toThrow('ENOENT')
})

it('leaves no copy when it cannot be copied completely', async () => {
  // A copy fails at a FIFO, as at a full disk.
  execFileSync('mkfifo', [data('pgdata/fifo')])
  await expect(copyData(directory)).rejects.toThrow()
  expect((await readdir(directory)).sort()).toEqual(['backend.lock', 'pgdata'])
})

it('is as it was after a copy was killed', async () => {
  await mkdir(data('pgdata.partial'))
  await (await prepareData(directory))()
  expect(await readdir(directory)).toEqual(['pgdata'])
  expect(await readFile(data('pgdata/base/1'), 'utf8')).toBe('rows')
})

it('is copied before migrations change existing data, and only then', async () => {
  await rm(directory, { recursive: true })
  directory = (await createEmbeddedDatabase()).choice.directory
  const first = await open()
  await sql`insert into settings values ('kept', 'yes')`.execute(first)
  await first.destroy()
  await expect(copies()).rejects.toThrow('ENOENT')
  onTestFinished(addLaterMigration())

  const migrated = await open()
  const applied = await new Migrator({ db: migrated, provider: migrations }).getMigrations()
  expect(applied.every(({ executedAt }) => executedAt)).toBe(true)
  expect(await migrated.selectFrom('settings').select('name').execute()).toEqual([{ name: 'kept' }])
  await migrated.destroy()
  const [name = '', ...more] = await copies()
  expect(more).toEqual([])

  // The copy is a database of before.
  await rm(data('pgdata'), { recursive: true })
  await rename(data(`backups/${name}`), data('pgdata'))
  const restored = await open()
  expect(await restored.selectFrom('settings').select('name').execute()).toEqual([{ name: 'kept' }])
  await restored.destroy()
  expect(await copies()).toHaveLength(1)
})

it('is not replaced by a new database, whatever remains', async () => {
  await copyData(directory)
  await rm(data('pgdata'), { recursive: true })
  await expect(open()).rejects.toThrow(
    'such as one in backups; for an empty database, move backups and pgdata to another folder',
  )
  await mkdir(data('pgdata'))
  await writeFile(data('pgdata/base'), '')
  await rm(data('backups'), { recursive: true })
  await expect(open()).rejects.toThrow('pgdata is missing or incomplete')
  expect(await readdir(data('pgdata'))).toEqual(['base'])
})

it('begins again when its initialization was killed', async () => {
  await rm(data('pgdata/PG_VERSION'))
  await writeFile(data('pgdata.unfinished'), '')
  const confirmOpened = await prepareData(directory)
  expect(await readdir(directory)).toEqual(['pgdata.unfinished'])
  await confirmOpened()
  expect(await readdir(directory)).toEqual([])
})

it('is closed to other users, with everything in it', async () => {
  await chmod(directory, 0o755)
  await chmod(data('pgdata/PG_VERSION'), 0o666)
  await makePrivate(directory)
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  const paths = [directory, ...entries.map(({ parentPath, name }) => join(parentPath, name))]
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode))
  expect(paths.filter((_path, index) => ((modes[index] ?? 0) & 0o077) !== 0)).toEqual([])
})

const asRoot = { skip: process.getuid?.() !== 0, meta: { skipReason: 'Only root gives a folder to another user.' } }
it('is refused in a folder of another user', asRoot, async () => {
  await chown(directory, 65534, 65534)
  await expect(open()).rejects.toThrow('the folder belongs to another user')
})
