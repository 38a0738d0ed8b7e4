import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { openDatabase } from '../database/connect'
import { dropTemplates } from './drop-templates'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const hash = createHash('sha256')
const migrations = ['../database/migrations.ts', '../database/found-by.ts']
for (const source of ['../../package.json', ...migrations, './drop-templates.ts'])
  hash.update(readFileSync(path(source)))
/** Kept for later runs, until another version of the engine or of the migrations makes its own. */
const EMPTY = path(`../../../.cache/pglite-${hash.digest('hex').slice(0, 16)}`)

/** Copies a migrated, empty embedded database to a folder: initializing one takes four CPU seconds. */
export async function copyEmptyDatabase(directory: string): Promise<void> {
  await makeEmptyDatabase()
  // Half the CPU time of the asynchronous copy.
  cpSync(EMPTY, directory, { recursive: true })
}

let made: Promise<void> | undefined

/** Makes the database that {@link copyEmptyDatabase} copies, unless it exists. */
export async function makeEmptyDatabase(): Promise<void> {
  made ??= make()
  await made
}

async function make(): Promise<void> {
  if (existsSync(EMPTY)) return
  await mkdir(path('../../../.cache'), { recursive: true })
  const directory = await mkdtemp(`${EMPTY}-`)
  // V8 would optimize the code of a short-lived engine, which takes more time than it saves.
  setFlagsFromString('--liftoff-only')
  const database = await openDatabase({ kind: 'embedded', directory })
  await dropTemplates(database)
  await database.destroy()
  // Another process may have made it meanwhile.
  await rename(directory, EMPTY).catch(() => rm(directory, { recursive: true }))
}
