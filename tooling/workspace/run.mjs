// Plain JavaScript without dependencies: it runs right after `git clone`, before anything is installed.
import { installDependencies } from './install.mjs'

const SERVERS = ['start', 'dev']
const MODULES = {
  start: '../dev-stack/src/commands/start.ts',
  dev: '../dev-stack/src/commands/dev.ts',
  build: 'src/commands/build.ts',
  test: 'src/commands/test.ts',
  'new-remote': 'src/commands/new-remote.ts',
  release: '../release/src/index.ts',
  database: '../dev-stack/src/commands/database.ts',
  staff: '../dev-stack/src/commands/staff.ts',
  bench: '../../benchmarks/src/index.ts',
}
/** Running requests get 4 s of it to finish (`DRAIN_MS` in `tooling/dev-stack/src/backend.ts`). */
const SHUTDOWN_LIMIT_MS = 4_600
/** Ctrl-C reaches this process twice: from the terminal, and forwarded by npm. */
const SAME_KEYPRESS_MS = 300
const PARENT_CHECK_MS = 250

const [command = '', ...args] = process.argv.slice(2)
const stop = stopOnSignals()

try {
  requireNode(20, 19)
  if (!Object.hasOwn(MODULES, command)) {
    fail(`Usage: node tooling/workspace/run.mjs <${Object.keys(MODULES).join('|')}> [arguments]`)
  }
  const module = new URL(MODULES[command], import.meta.url).href
  await installDependencies(stop, needsStoreOnly() ? module : undefined)
  const { register } = await import('tsx/esm/api')
  register()
  const { run } = await import(module)
  process.exit(await run(args, stop))
} catch (error) {
  if (stop.aborted) process.exit(exitCodeOfStop())
  fail(error.name === 'CommandError' ? error.message : error.stack)
}

/** These commands must work with outdated packages while the npm registry is unreachable. */
function needsStoreOnly() {
  return command === 'release' && ['rollback', 'status'].includes(args[0])
}

/** Turns signals into one AbortSignal. A second signal, or a shutdown over the limit, ends the process at once. */
function stopOnSignals() {
  const controller = new AbortController()
  let stoppedAt = 0
  const stop = () => {
    if (stoppedAt) return
    stoppedAt = Date.now()
    setTimeout(() => process.exit(exitCodeOfStop()), SHUTDOWN_LIMIT_MS).unref()
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
  setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref()
}

/** A signal is the normal end of a server; any other command is then incomplete. */
function exitCodeOfStop() {
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
