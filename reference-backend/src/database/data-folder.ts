import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDirectory } from './directory-lock'
import { requireRoom } from './disk-error'

/** The folder with the data of an embedded database. */
export const DATA = 'pgdata'
/** The copies of the data before migrations. */
const COPIES = 'backups'
/** A copy that is not complete yet. */
const PARTIAL = `${DATA}.partial`
/** Exists while a new database is initialized. */
const UNFINISHED = `${DATA}.unfinished`

/**
 * Copies the data of a stopped embedded database to `backups/<time>`, such as `backups/20261124T150405678Z`.
 *
 * @param directory the directory of the database
 * @throws {Error} when the database is in use or cannot be copied; no incomplete copy is left then
 */
export async function copyData(directory: string): Promise<void> {
  const unlock = lockDirectory(directory)
  const partial = join(directory, PARTIAL)
  try {
    await cp(join(directory, DATA), partial, { recursive: true })
    await mkdir(join(directory, COPIES), { recursive: true, mode: 0o700 })
    await rename(partial, join(directory, COPIES, new Date().toISOString().replace(/[-:.]/g, '')))
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  } finally {
    unlock()
  }
}

/**
 * Prepares the data of an embedded database for its engine: removes an interrupted copy, and a new database whose
 * initialization was interrupted. The caller has locked the directory.
 *
 * @returns a function to call once the engine has opened the data
 * @throws {Error} when there are copies or remains of a database without it: a new one would hide the loss; when there is
 * no room for a new one
 */
export async function prepareData(directory: string): Promise<() => Promise<void>> {
  await rm(join(directory, PARTIAL), { recursive: true, force: true })
  const unfinished = join(directory, UNFINISHED)
  const wasInterrupted = existsSync(unfinished)
  if (existsSync(join(directory, DATA, 'PG_VERSION')) && !wasInterrupted) return async () => undefined
  if (wasInterrupted) await rm(join(directory, DATA), { recursive: true, force: true })
  for (const folder of [DATA, COPIES])
    if (await hasEntries(join(directory, folder)))
      throw new Error(
        `${DATA} is missing or incomplete: put a copy in its place, such as one in ${COPIES}; for an empty database, move ${COPIES} and ${DATA} to another folder`,
      )
  await requireRoom(directory)
  await writeFile(unfinished, '', { mode: 0o600 })
  return () => rm(unfinished)
}

async function hasEntries(folder: string): Promise<boolean> {
  return existsSync(folder) && (await readdir(folder)).length > 0
}
