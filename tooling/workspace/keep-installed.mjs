// Plain JavaScript without dependencies: it runs before anything is installed.
import { existsSync, readdirSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const KEPT = /^\.node_modules-(\d+)$/

/**
 * Runs an installation that begins by deleting what is installed, as `npm ci` does, and puts that back if it fails.
 *
 * @param {string} root absolute path of the repository
 * @param {() => Promise<boolean>} install resolves with whether it succeeded
 * @returns {Promise<{ succeeded: boolean, putBack: boolean }>} `putBack`: what was installed before is there again
 * @throws whatever `install` throws; {Error} of name CommandError, when another process is installing
 */
export async function keepingInstalled(root, install) {
  const installing = keptFolders(root).find(({ pid }) => isOther(pid))
  if (installing)
    throw commandError(`Process ${installing.pid} is installing dependencies: try again when it has ended.`)
  const folders = foldersOf(root).filter((folder) => existsSync(join(folder, 'node_modules')))
  const moved = []
  let succeeded = false
  try {
    for (const folder of folders) if (await moveAside(folder)) moved.push(folder)
    succeeded = await install()
    return { succeeded, putBack: !succeeded && moved.includes(root) }
  } finally {
    for (const folder of moved.reverse()) await (succeeded ? rm(keptIn(folder), { recursive: true }) : putBack(folder))
  }
}

/** Puts back what an installation that was killed has left aside. */
export async function restoreInterrupted(root) {
  // npm writes this file when everything is in place.
  const isComplete = existsSync(join(root, 'node_modules/.package-lock.json'))
  for (const { folder, name, pid } of keptFolders(root)) {
    if (isOther(pid)) continue
    if (isComplete) await rm(join(folder, name), { recursive: true })
    else await putBack(folder, join(folder, name))
  }
}

function keptFolders(root) {
  return foldersOf(root)
    .reverse()
    .flatMap((folder) =>
      readdirSync(folder).flatMap((name) => {
        const pid = KEPT.exec(name)?.[1]
        return pid ? [{ folder, name, pid: Number(pid) }] : []
      }),
    )
}

/** The root is moved first and put back last: as long as it is not complete, no part of what was installed is deleted. */
function foldersOf(root) {
  const entries = readdirSync(root, { withFileTypes: true })
  const packages = entries.filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, 'package.json')))
  return [root, ...packages.map(({ name }) => join(root, name))]
}

async function moveAside(folder) {
  try {
    await rename(join(folder, 'node_modules'), keptIn(folder))
    return true
  } catch (error) {
    // A mounted volume stays where it is; npm empties it.
    if (['EBUSY', 'EXDEV'].includes(error.code)) return false
    throw error
  }
}

async function putBack(folder, kept = keptIn(folder)) {
  await rm(join(folder, 'node_modules'), { recursive: true, force: true })
  await rename(kept, join(folder, 'node_modules'))
}

function keptIn(folder) {
  return join(folder, `.node_modules-${process.pid}`)
}

/** A restarted container gives its process the id that the killed one had: this process's own id is left over, too. */
function isOther(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** @returns {Error} one whose message is all that a person needs to be told */
export function commandError(message) {
  return Object.assign(new Error(message), { name: 'CommandError' })
}
