// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandError, keepingInstalled, restoreInterrupted } from './keep-installed.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs `npm ci` when what is installed is not what package-lock.json asks for. If that fails, what was installed stays.
 *
 * @param {AbortSignal} stop ends the installation
 * @param {string} [moduleToLoad] URL of a module: nothing is installed if it can be loaded
 * @throws {Error} of name CommandError, when npm fails
 */
export async function installDependencies(stop, moduleToLoad) {
  if (isUpToDate()) return
  await restoreInterrupted(ROOT)
  if (isUpToDate() || (moduleToLoad && (await loads(moduleToLoad, stop)))) return
  // Not on standard output, which is for what a command has to say, JSON for example.
  console.error('Installing dependencies (npm ci) …')
  let output = ''
  const { succeeded, putBack } = await keepingInstalled(ROOT, async () => {
    const result = await npmCi(stop)
    output = result.output
    return result.code === 0
  })
  if (succeeded) return
  const reason =
    output.split('\n').find((line) => /^npm (error|ERR!) (?!(code|errno|syscall|path|dest) )/.test(line)) ??
    output.trim()
  const state = putBack ? ' What was installed before is still there.' : ''
  throw commandError(
    `Dependencies could not be installed: npm ci failed. ${reason}${state} Run npm ci to see all that it says.`,
  )
}

function isUpToDate() {
  return isInstalled(readLock(join(ROOT, 'package-lock.json')), readLock(join(ROOT, 'node_modules/.package-lock.json')))
}

/**
 * Compares contents, not times: `git` touches files that did not change, and npm leaves out what does not fit the platform.
 * The repository's own packages are links: their versions change without an installation, and `npm version` leaves
 * package-lock.json as it is.
 *
 * @param {object | undefined} wanted package-lock.json
 * @param {object | undefined} installed npm's own node_modules/.package-lock.json
 */
export function isInstalled(wanted, installed) {
  if (!wanted || !installed) return false
  return Object.entries(wanted.packages).every(([path, entry]) => {
    const present = installed.packages[path]
    if (!path.includes('node_modules/') || (!present && (entry.optional || entry.devOptional))) return true
    return present !== undefined && present.version === entry.version && present.integrity === entry.integrity
  })
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** In a process of its own: here, a module that could not be loaded once could not be loaded after the installation either. */
function loads(module, stop) {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', `await import(${JSON.stringify(module)})`]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore', signal: stop })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0))
  })
}

function npmCi(stop) {
  // Asked for by one workspace, npm would install that workspace's dependencies only.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('npm_config_workspace')),
  )
  const args = ['ci', '--include=dev', '--no-progress']
  // On SIGTERM npm goes on for seconds, in the way of putting back what was installed.
  const child = spawn('npm', args, { cwd: ROOT, env, signal: stop, killSignal: 'SIGKILL' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    // After a stop, npm is still busy with the files until it is closed.
    child.on('error', (error) => stop.aborted || reject(commandError(`npm could not be run: ${error.message}.`)))
    child.on('close', (code) => (stop.aborted ? reject(stop.reason) : resolve({ code, output })))
  })
}
