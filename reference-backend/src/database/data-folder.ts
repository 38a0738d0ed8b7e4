import { existsSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BACK_UPS, DATA, moveToBackUps, PARTIAL, removeIncompleteBackUps } from './back-ups'
import { lockDirectory } from './directory-lock'
import { diskErrorOf, requireRoom } from './disk-error'
import { makePrivate } from './private-files'

/** Data that a restoration has prepared completely. It becomes the database at once, or at the next start. */
export const RESTORED = `${DATA}.restored`
/** Exists while a new database is initialized. */
const UNFINISHED = `${DATA}.unfinished`

/**
 * Runs work on the directory of a stopped embedded database, after it has completed or removed what interrupted commands
 * left.
 *
 * @throws {Error} when the database is in use or the folder cannot be protected, and any error of the work
 */
export function maintain<T>(directory: string, work: () => Promise<T>): Promise<T> {
  return maintainLocked(directory, work).catch((error: unknown) => {
    throw diskErrorOf(error, directory) ?? error
  })
}

async function maintainLocked<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const unlock = lockDirectory(directory)
  try {
    await makePrivate(directory)
    await completeRestoration(directory)
    await removeIncompleteBackUps(directory)
    return await work()
  } finally {
    unlock()
  }
}

/** Whether there is a database whose initialization was completed. */
export function hasData(directory: string): boolean {
  return existsSync(join(directory, DATA, 'PG_VERSION')) && !existsSync(join(directory, UNFINISHED))
}

/**
 * Prepares the data of an embedded database for its engine: completes an interrupted restoration, and removes a new
 * database whose initialization was interrupted. The caller has locked the directory.
 *
 * @returns a function to call once the engine has opened the data
 * @throws {Error} when there is no database beside back-ups or remains of one: a new one would hide the loss; when there is
 * no room for a new one
 */
export async function prepareData(directory: string): Promise<() => Promise<void>> {
  await completeRestoration(directory)
  if (hasData(directory)) return async () => undefined
  await removeUnfinished(directory)
  await assertNoRemains(directory)
  await requireRoom(directory)
  const unfinished = join(directory, UNFINISHED)
  await writeFile(unfinished, '', { mode: 0o600 })
  return () => rm(unfinished)
}

/**
 * Makes prepared data the database, if there is any. The replaced data becomes a back-up.
 *
 * @returns the name of that back-up; undefined when nothing was replaced
 */
export async function completeRestoration(directory: string): Promise<string | undefined> {
  await rm(join(directory, PARTIAL), { recursive: true, force: true })
  const restored = join(directory, RESTORED)
  if (!existsSync(restored)) return undefined
  await removeUnfinished(directory)
  const data = join(directory, DATA)
  const replaced = existsSync(data) ? await moveToBackUps(directory) : undefined
  await rename(restored, data)
  return replaced
}

async function removeUnfinished(directory: string): Promise<void> {
  const unfinished = join(directory, UNFINISHED)
  if (!existsSync(unfinished)) return
  await rm(join(directory, DATA), { recursive: true, force: true })
  await rm(unfinished)
}

async function assertNoRemains(directory: string): Promise<void> {
  if (await hasEntries(join(directory, DATA)))
    throw new Error(`${DATA} is incomplete: restore a back-up with "npm run database -- restore"`)
  if (await hasEntries(join(directory, BACK_UPS)))
    throw new Error(
      `there is no database, but back-ups: restore one with "npm run database -- restore", or move ${BACK_UPS}`,
    )
}

async function hasEntries(folder: string): Promise<boolean> {
  return existsSync(folder) && (await readdir(folder)).length > 0
}
