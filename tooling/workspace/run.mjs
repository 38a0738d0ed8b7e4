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
  bench: '../../benchmarks/src/index.ts',
}
/** A stop takes less than 5 s: running calls may finish for 4 s (`DRAIN_MS` in `tooling/dev-stack/src/backend.ts`), then all is closed. */
const LONGEST_STOP_MS = 4_600
/** Ctrl-C reaches this process twice: from the terminal, and again from npm, which passes it on. */
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

/** They must work on a bad day, when packages are out of date and the npm registry cannot be reached. */
function needsStoreOnly() {
  return command === 'release' && ['rollback', 'status'].includes(args[0])
}

/** Signals become one AbortSignal. A second one, or a stop that takes too long, ends the process at once. */
function stopOnSignals() {
  const controller = new AbortController()
  let stoppedAt = 0
  const stop = () => {
    if (stoppedAt) return
    stoppedAt = Date.now()
    setTimeout(() => process.exit(exitCodeOfStop()), LONGEST_STOP_MS).unref()
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => (stoppedAt && Date.now() - stoppedAt > SAME_KEYPRESS_MS ? process.exit(1) : stop()))
  }
  if (process.env.npm_lifecycle_event) whenParentEnds(stop)
  return controller.signal
}

/** An npm that is killed outright passes no signal on: it would leave its ports taken. */
function whenParentEnds(stop) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref()
}

/** To stop is how a server ends; for anything else it means that the work was not done. */
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
