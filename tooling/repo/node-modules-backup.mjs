// Plain JavaScript without dependencies: it runs before anything is installed.
import { existsSync, readdirSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const BACKUP = /^\.node_modules-(\d+)$/

/**
 * Runs an installation that begins by deleting `node_modules`, as `npm ci` does, and restores the old one if it fails.
 *
 * @param {string} root absolute path of the repository
 * @param {() => Promise<boolean>} install resolves with true on success
 * @returns {Promise<{ succeeded: boolean, restored: boolean }>} `restored`: the previous packages are installed again
 * @throws the error of `install`; {Error} of name CommandError, when another process is installing
 */
export async function withNodeModulesBackup(root, install) {
  const installing = backupsIn(root).find(({ pid }) => isRunningElsewhere(pid))
  if (installing)
    throw commandError(`Process ${installing.pid} is installing dependencies. Wait until it ends, then try again.`)
  const folders = foldersOf(root).filter((folder) => existsSync(join(folder, 'node_modules')))
  const moved = []
  let succeeded = false
  try {
    for (const folder of folders) if (await moveAside(folder)) moved.push(folder)
    succeeded = await install()
    return { succeeded, restored: !succeeded && moved.includes(root) }
  } finally {
    for (const folder of moved.reverse())
      await (succeeded ? rm(backupOf(folder), { recursive: true }) : restore(folder))
  }
}

/** Restores the backups of a killed installation, or deletes them if it was complete. */
export async function restoreInterrupted(root) {
  // npm writes this file at the end of an installation.
  const isComplete = existsSync(join(root, 'node_modules/.package-lock.json'))
  for (const { folder, name, pid } of backupsIn(root)) {
    if (isRunningElsewhere(pid)) continue
    if (isComplete) await rm(join(folder, name), { recursive: true })
    else await restore(folder, join(folder, name))
  }
}

function backupsIn(root) {
  return foldersOf(root)
    .reverse()
    .flatMap((folder) =>
      readdirSync(folder).flatMap((name) => {
        const pid = BACKUP.exec(name)?.[1]
        return pid ? [{ folder, name, pid: Number(pid) }] : []
      }),
    )
}

/** The root comes first: it is moved first and restored last, so no backup is deleted while it is incomplete. */
function foldersOf(root) {
  const parents = [root, join(root, 'tooling')].filter((parent) => existsSync(parent))
  const folders = parents.flatMap((parent) =>
    readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(parent, name)),
  )
  return [root, ...folders.filter((folder) => existsSync(join(folder, 'package.json')))]
}

async function moveAside(folder) {
  try {
    await rename(join(folder, 'node_modules'), backupOf(folder))
    return true
  } catch (error) {
    // A mounted volume cannot be moved; npm empties it.
    if (['EBUSY', 'EXDEV'].includes(error.code)) return false
    throw error
  }
}

async function restore(folder, backup = backupOf(folder)) {
  await rm(join(folder, 'node_modules'), { recursive: true, force: true })
  await rename(backup, join(folder, 'node_modules'))
}

function backupOf(folder) {
  return join(folder, `.node_modules-${process.pid}`)
}

/** This process's own id can only be left over from a killed process: a restarted container reuses process ids. */
function isRunningElsewhere(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** @returns {Error} an error that is printed as its message only, without a stack */
export function commandError(message) {
  return Object.assign(new Error(message), { name: 'CommandError' })
}
