import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDirectory } from './directory-lock'

/** The folder with the data of an embedded database. */
export const DATA = 'pgdata'
const BACK_UPS = 'backups'
/** A copy that is not complete yet. */
const PARTIAL = '.partial'

/**
 * Copies the data of an embedded database that is stopped.
 *
 * @param directory the directory of the database
 * @returns the name of the back-up, such as `20261124T150405678Z`
 * @throws {Error} when the database is in use, does not exist, or cannot be copied; no incomplete back-up is listed then
 */
export function backUp(directory: string): Promise<string> {
  return locked(directory, async () => {
    const name = timestamp()
    await copy(join(directory, DATA), backUpPath(directory, name))
    return name
  })
}

/** Returns the names of the back-ups, oldest first. */
export async function listBackUps(directory: string): Promise<string[]> {
  const names = await readdir(join(directory, BACK_UPS)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => !name.endsWith(PARTIAL)).sort()
}

/**
 * Replaces the data of a stopped embedded database by a back-up. The replaced data becomes a back-up itself.
 *
 * @returns the name of the back-up of the replaced data; undefined when there was none
 * @throws {Error} when the database is in use, or the back-up does not exist; the data is unchanged then
 */
export function restoreBackUp(directory: string, name: string): Promise<string | undefined> {
  return locked(directory, async () => {
    if (!(await listBackUps(directory)).includes(name)) throw new Error(`there is no back-up ${name}`)
    const data = join(directory, DATA)
    const restored = `${data}${PARTIAL}`
    await rm(restored, { recursive: true, force: true })
    await cp(backUpPath(directory, name), restored, { recursive: true })
    const replaced = timestamp()
    const hadData = await rename(data, backUpPath(directory, replaced)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false
        throw error
      },
    )
    await rename(restored, data)
    return hadData ? replaced : undefined
  })
}

async function locked<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const unlock = await lockDirectory(directory)
  try {
    return await work()
  } finally {
    await unlock()
  }
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(join(to, '..'), { recursive: true })
  try {
    await cp(from, `${to}${PARTIAL}`, { recursive: true })
    await rename(`${to}${PARTIAL}`, to)
  } catch (error) {
    await rm(`${to}${PARTIAL}`, { recursive: true, force: true })
    throw error
  }
}

function backUpPath(directory: string, name: string): string {
  return join(directory, BACK_UPS, name)
}

function timestamp(): string {
  return new Date().toISOString().replace(/[-:.]/g, '')
}
