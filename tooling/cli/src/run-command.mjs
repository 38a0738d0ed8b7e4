import { readFileSync } from 'node:fs'

const SERVERS = ['start', 'dev']
const HELP = ['--help', '-h']
/** Running requests get 4 s of it to finish (`DRAIN_MS` in `tooling/cli/src/dev-stack/backend.ts`). */
const SHUTDOWN_LIMIT_MS = 4_600
/** Ctrl-C reaches this process twice: from the terminal, and forwarded by npm. */
const SAME_KEYPRESS_MS = 300
const PARENT_CHECK_MS = 250

/**
 * Runs the command of this process's command line, and ends the process with its exit code.
 *
 * @param {string} program how the user starts it, for the usage
 * @param {Record<string, string>} modules specifier or URL of a module by command; it exports `run(args, stop)`, and
 * `usage` unless `run` prints its own for `--help`
 */
export async function runCommand(program, modules) {
  const args = process.argv.slice(2)
  const [command = ''] = args
  const stop = stopOnSignals(command)
  try {
    requireNode(20, 19)
    process.exit(await dispatch(program, modules, args, stop))
  } catch (error) {
    if (stop.aborted) process.exit(exitCodeOfStop(command))
    if (isMissing(error)) fail(`${error.message}: run npm ci, or install @canje/cli with its optional dependencies.`)
    fail(error.name === 'CommandError' ? error.message : error.stack)
  }
}

/** @returns the exit code of the command, of its `--help` or of its refusal */
export async function dispatch(program, modules, [command = '', ...args], stop) {
  const usageOfAll = `Usage: ${program} <${Object.keys(modules).join('|')}> [arguments]`
  if (HELP.includes(command)) return print(usageOfAll)
  if (!Object.hasOwn(modules, command)) return refuse('The command is missing or unknown.', usageOfAll)
  await registerTypeScript()
  const { run, usage } = await import(modules[command])
  if (usage && args.some((arg) => HELP.includes(arg))) return print(usage)
  try {
    return await run(args, stop)
  } catch (error) {
    if (error.name === 'UsageError' || String(error.code).startsWith('ERR_PARSE_ARGS'))
      return refuse(error.message, usage)
    throw error
  }
}

function print(usage) {
  console.log(usage)
  return 0
}

function refuse(reason, usage) {
  console.error(`${reason}\n${usage}`)
  return 1
}

/** A job that only publishes does not install it: the packages of the kit are JavaScript, the configurations of tabs are not. */
async function registerTypeScript() {
  const loader = await import('tsx/esm/api').catch((error) => {
    if (!isMissing(error)) throw error
  })
  loader?.register()
}

function isMissing(error) {
  return error.code === 'ERR_MODULE_NOT_FOUND' && error.message.startsWith('Cannot find package')
}

/** Turns signals into one AbortSignal. A second signal, or a shutdown over the limit, ends the process at once. */
function stopOnSignals(command) {
  const controller = new AbortController()
  let stoppedAt = 0
  const stop = () => {
    if (stoppedAt) return
    stoppedAt = Date.now()
    setTimeout(() => process.exit(exitCodeOfStop(command)), SHUTDOWN_LIMIT_MS).unref()
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => (stoppedAt && Date.now() - stoppedAt > SAME_KEYPRESS_MS ? process.exit(1) : stop()))
  }
  if (process.env.npm_lifecycle_event) whenParentEnds(stop)
  return controller.signal
}

/** A killed npm (SIGKILL) forwards no signal; without this check, the server would keep its ports. */
function whenParentEnds(stop) {
  const parent = process.ppid
  const npm = parentOfShell(parent)
  const isOrphan = () => process.ppid !== parent || (npm && parentOfShell(parent) !== npm)
  setInterval(() => isOrphan() && stop(), PARENT_CHECK_MS).unref()
}

/** The parent of a process if that is a shell, in which npm runs scripts: some shells outlive a killed npm. Linux only. */
function parentOfShell(pid) {
  try {
    return /\((?:\w*sh|busybox)\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/** A signal is the normal end of a server; any other command is then incomplete. */
function exitCodeOfStop(command) {
  return SERVERS.includes(command) ? 0 : 130
}

function requireNode(major, minor) {
  const [actualMajor, actualMinor] = process.versions.node.split('.').map(Number)
  if (actualMajor > major || (actualMajor === major && actualMinor >= minor)) return
  fail(`Canje needs Node.js ${major}.${minor} or newer; this is ${process.versions.node}.`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
