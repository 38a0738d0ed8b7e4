// Runs before the scripts of package.json, when nothing may be installed. Standard output is left to the script.
import { execFile } from 'node:child_process'
import { existsSync, promises } from 'node:fs'
import { promisify } from 'node:util'

const cwd = new URL('../../', import.meta.url)
const packagesIn = async (file) => JSON.parse(await promises.readFile(new URL(file, cwd), 'utf8')).packages
const hasCommands = existsSync(new URL('node_modules/.bin', cwd))
// npm deletes this list before it installs, and writes it at the end, without the packages of other platforms.
const list = hasCommands && (await packagesIn('node_modules/.package-lock.json').catch(() => undefined))
const isInstalled = ([path, { version, integrity, optional, devOptional }]) => {
  const found = list?.[path]
  if (!path.includes('node_modules/') || (!found && (optional || devOptional))) return true
  return found && found.version === version && found.integrity === integrity && existsSync(new URL(path, cwd))
}
if (!Object.entries(await packagesIn('package-lock.json')).every(isInstalled)) {
  for (const name in process.env) if (/^npm_config_(workspace|loglevel)/i.test(name)) delete process.env[name]
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))
  // A release can be rolled back without the npm registry. A status, such as E404, is an answer.
  const isOffline = list && / code E(?!\d)/.test(await npm('ping', '--fetch-retries=0'))
  console.error(isOffline ? 'No npm registry: node_modules stays outdated.' : 'Installing dependencies (npm ci) …')
  const problem = isOffline ? '' : await npm('ci', '--include=dev')
  const reason = /^npm error (?!code|errno|syscall|path|dest|engine).*/m.exec(problem)?.[0] ?? problem
  if (problem) process.exit(console.error(`Dependencies could not be installed (npm ci). ${reason}`) ?? 1)
}
function npm(...args) {
  const running = promisify(execFile)(process.execPath, [process.env.npm_execpath, ...args], { cwd })
  process.on('exit', () => running.child.kill('SIGKILL'))
  return running.then(() => '').catch(({ stderr, message }) => stderr || message)
}
