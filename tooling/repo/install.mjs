// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandError, restoreInterrupted, withNodeModulesBackup } from './node-modules-backup.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs `npm ci` if the installed packages do not match package-lock.json. If it fails, the old packages are restored.
 *
 * @param {AbortSignal} stop cancels the installation
 * @param {string} [moduleToLoad] URL of a module: if it can be loaded, nothing is installed
 * @throws {Error} of name CommandError, when npm fails
 */
export async function installDependencies(stop, moduleToLoad) {
  if (isUpToDate()) return
  await restoreInterrupted(ROOT)
  if (isUpToDate() || (moduleToLoad && (await loads(moduleToLoad, stop)))) return
  // Standard output is reserved for the command's result, such as JSON.
  console.error('Installing dependencies (npm ci) …')
  let output = ''
  const { succeeded, restored } = await withNodeModulesBackup(ROOT, async () => {
    const result = await npmCi(stop)
    output = result.output
    return result.code === 0
  })
  if (succeeded) return
  const reason =
    output.split('\n').find((line) => /^npm (error|ERR!) (?!(code|errno|syscall|path|dest) )/.test(line)) ??
    output.trim()
  const state = restored ? ' The previous packages were restored.' : ''
  throw commandError(
    `Dependencies could not be installed: npm ci failed. ${reason}${state} Run npm ci to see its full output.`,
  )
}

function isUpToDate() {
  return isInstalled(readLock(join(ROOT, 'package-lock.json')), readLock(join(ROOT, 'node_modules/.package-lock.json')))
}

/**
 * Compares contents, not modification times: `git` touches unchanged files, and npm skips packages of other platforms.
 * The repository's own packages are links: `npm version` changes their versions without changing package-lock.json.
 *
 * @param {object | undefined} wanted content of package-lock.json
 * @param {object | undefined} installed content of node_modules/.package-lock.json, which npm writes
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

/** Uses a child process: Node caches a failed import, so this process could not load the module after an installation. */
function loads(module, stop) {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', `await import(${JSON.stringify(module)})`]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore', signal: stop })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0))
  })
}

function npmCi(stop) {
  // With these variables, npm would install the dependencies of one workspace only.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('npm_config_workspace')),
  )
  const args = ['ci', '--include=dev', '--no-progress']
  // After SIGTERM, npm runs on for seconds and would disturb the restoration.
  const child = spawn('npm', args, { cwd: ROOT, env, signal: stop, killSignal: 'SIGKILL' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    // After an abort, npm still uses the files until its process closes.
    child.on('error', (error) => stop.aborted || reject(commandError(`npm could not be run: ${error.message}.`)))
    child.on('close', (code) => (stop.aborted ? reject(stop.reason) : resolve({ code, output })))
  })
}
