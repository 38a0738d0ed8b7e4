// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs `npm ci` when what is installed is not what package-lock.json asks for.
 *
 * @param {AbortSignal} stop ends the installation
 * @throws {Error} of name CommandError, when npm fails
 */
export async function installDependencies(stop) {
  const wanted = readLock(join(ROOT, 'package-lock.json'))
  if (isInstalled(wanted, readLock(join(ROOT, 'node_modules/.package-lock.json')))) return
  console.log('Installing dependencies (npm ci) …')
  const { code, output } = await npmCi(stop)
  if (code === 0) return
  const reason = output.split('\n').find((line) => /^npm (error|ERR!) (?!code)/.test(line)) ?? output.trim()
  throw commandError(`Dependencies could not be installed: npm ci failed. ${reason} Run "npm ci" to see all of it.`)
}

/**
 * Compares contents, not times: `git` touches files that did not change, and npm leaves out what does not fit the platform.
 *
 * @param {object | undefined} wanted package-lock.json
 * @param {object | undefined} installed npm's own node_modules/.package-lock.json
 */
export function isInstalled(wanted, installed) {
  if (!wanted || !installed) return false
  return Object.entries(wanted.packages).every(([path, entry]) => {
    const present = installed.packages[path]
    if (path === '' || (!present && (entry.optional || entry.devOptional))) return true
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

function npmCi(stop) {
  // Asked for by one workspace, npm would install that workspace's dependencies only.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('npm_config_workspace')),
  )
  const child = spawn('npm', ['ci', '--include=dev', '--no-progress'], { cwd: ROOT, env, signal: stop })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(stop.aborted ? error : commandError(`npm could not be run: ${error.message}.`)))
    child.on('close', (code) => resolve({ code, output }))
  })
}

function commandError(message) {
  return Object.assign(new Error(message), { name: 'CommandError' })
}
