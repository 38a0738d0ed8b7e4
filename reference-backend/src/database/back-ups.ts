import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assertUnchanged, writeManifest } from './manifest'

/** The folder with the data of an embedded database. */
export const DATA = 'pgdata'
export const BACK_UPS = 'backups'
/** A copy that is not complete yet. */
export const PARTIAL = `${DATA}.partial`
const MANIFEST = 'manifest.json'

/** Returns the names of the back-ups, oldest first. */
export async function listBackUps(directory: string): Promise<string[]> {
  const names = await backUpFolders(directory)
  return names.filter((name) => existsSync(join(backUpPath(directory, name), DATA))).sort()
}

/** Makes the data of a stopped database a back-up, without a copy. The caller has locked the directory. */
export function moveToBackUps(directory: string): Promise<string> {
  const data = join(directory, DATA)
  return addBackUp(directory, data, (to) => rename(data, to))
}

/**
 * Copies a back-up to a folder. The caller has locked the directory.
 *
 * @throws {Error} when it does not exist or its files have changed since it was made
 */
export async function copyBackUp(directory: string, name: string, to: string): Promise<void> {
  if (!(await listBackUps(directory)).includes(name)) throw new Error('there is no such back-up: list shows the names')
  await cp(join(backUpPath(directory, name), DATA), to, { recursive: true })
  await assertUnchanged(manifestPath(directory, name), to).catch((error: Error) => {
    throw new Error(`the back-up ${name} is damaged: ${error.message}`)
  })
}

/**
 * Copies the data of a stopped database to a new back-up. The caller has locked the directory.
 *
 * @returns the name of the back-up, such as `20261124T150405678Z`
 * @throws {Error} when it cannot be copied; no incomplete back-up is left then
 */
export function copyToBackUps(directory: string): Promise<string> {
  const data = join(directory, DATA)
  return addBackUp(directory, data, async (to) => {
    const partial = join(to, '..', PARTIAL)
    await cp(data, partial, { recursive: true })
    await rename(partial, to)
  })
}

/** Removes the incomplete back-ups of interrupted commands, and nothing else. The caller has locked the directory. */
export async function removeIncompleteBackUps(directory: string): Promise<void> {
  for (const name of await backUpFolders(directory)) {
    const entries = await readdir(backUpPath(directory, name)).catch(() => [DATA])
    if (entries.every((entry) => entry === MANIFEST || entry === PARTIAL))
      await rm(backUpPath(directory, name), { recursive: true })
  }
}

/** The data comes last: a back-up without data is incomplete. */
async function addBackUp(directory: string, data: string, bring: (to: string) => Promise<void>): Promise<string> {
  const name = new Date().toISOString().replace(/[-:.]/g, '')
  const folder = backUpPath(directory, name)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeManifest(manifestPath(directory, name), data)
    await bring(join(folder, DATA))
    return name
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function backUpFolders(directory: string): Promise<string[]> {
  return readdir(join(directory, BACK_UPS)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

function backUpPath(directory: string, name: string): string {
  return join(directory, BACK_UPS, name)
}

function manifestPath(directory: string, name: string): string {
  return join(backUpPath(directory, name), MANIFEST)
}
