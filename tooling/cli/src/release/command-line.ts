import { CANDIDATE_DAYS } from '@canje/release-store'
import { Argument, Command, CommanderError, Option } from 'commander'
import { EXIT_CODE } from './findings'
import { GUIDE } from './help'
import { aNumberOf, aReason, publicKeys, shellUrls } from './option-values'
import { usageOutput } from './usage-error'

/** The options of all commands; each command accepts a subset. */
export interface Options {
  store?: string
  /** The store that `copy` reads. */
  from?: string
  /** The store that `copy` changes. */
  to?: string
  key?: string
  /** The keys that `propose` names. */
  publicKey?: string[]
  /** Why a change is made, for the log. */
  reason?: string
  shell?: string[]
  /** Shells that read the store of `from`, for `copy`. */
  fromShell?: string[]
  /** Folder that another bundler built, for `pack` and `publish`. */
  dist?: string
  /** Folder for screenshots, console and trace of the browser check. */
  artifacts?: string
  /** File that `pack` or `keygen` writes. */
  out?: string
  /** File that `pack` wrote, for `publish`. */
  packed?: string
  /** Hours for which a report of `pack` holds; 24 by default. */
  maxAge?: number
  dryRun?: boolean
  /** Each remote of the store, for `prune`. */
  all?: boolean
  json?: boolean
  /** Makes a release a candidate, which only a link opens (D45, candidate). */
  next?: boolean
  /** Also report every change. */
  log?: boolean
  /** Days after which a release that no state names any more is pruned, or a candidate ends. */
  days?: number
}

const REMOTE = new Argument('[remote]', 'name, such as mf-codes; optional in the folder of the remote')
const RELEASE = new Argument('<release>', 'mf-codes@1.2.0, or 1.2.0 in the folder of the remote')
const SHELL = new Argument('<shell>', 'URL of a running shell, or the folder of its build')

const store = new Option(
  '--store <location>',
  'release store: a folder or s3://bucket/prefix (default: RELEASE_STORE, else DATA_DIR/remotes)',
)
const from = new Option(
  '--from <location>',
  'store that has the release: a folder or s3://bucket/prefix',
).makeOptionMandatory()
const to = new Option('--to <location>', 'store that gets it').makeOptionMandatory()
const fromShell = new Option(
  '--from-shell <url>',
  'shell that reads --from, whose keys must have signed the release; repeatable',
).argParser(shellUrls)
const key = new Option(
  '--key <pem>',
  'private key of the remote or of an operator (default: that of npm start in DATA_DIR)',
)
const publicKey = new Option('--public-key <base64>', 'key that may sign the remote; repeatable').argParser(publicKeys)
const privateKey = new Option('--key <pem>', 'private key with such a public half').conflicts('publicKey')
const newKey = new Option('--out <pem>', 'write the private key to this new file, and print the public one')
const reason = new Option('--reason <text>', 'why, for the log').argParser(aReason)
const requiredReason = new Option('--reason <text>', 'why, for the log').argParser(aReason).makeOptionMandatory()
const shell = new Option(
  '--shell <url>',
  'live shell; repeatable (default: RELEASE_SHELLS, else http://localhost:PORT)',
).argParser(shellUrls)
const artifacts = new Option(
  '--artifacts <folder>',
  'write screenshots, console and trace of the browser check to this folder',
)
const dist = new Option('--dist <folder>', 'take what another bundler built, without a build and tests')
const packed = new Option('--packed <file>', 'release what pack wrote: no build, no tests, no browser').conflicts([
  'dist',
  'artifacts',
])
const maxAge = new Option('--max-age <hours>', 'with --packed: hours since its checks (default: 24)').argParser(
  aNumberOf('hours'),
)
const out = new Option('--out <file>', 'file to be written (default: <remote>-<version>.tgz in the working folder)')
const dryRun = new Option('--dry-run', 'check everything, change nothing')
const next = new Option('--next', 'make it a candidate, which only a link opens, and print the links')
const nextDays = new Option('--days <number>', `with --next: its days (default: ${CANDIDATE_DAYS})`).argParser(
  aNumberOf('days', 0.0001),
)
const log = new Option('--log', 'also show who changed what, when and why')
const days = new Option('--days <number>', 'days since the newest state stopped naming a release, or a candidate ended')
  .argParser(aNumberOf('days'))
  .default(7)
const all = new Option('--all', 'each remote of the store')
const json = new Option('--json', 'print one JSON object on standard output')

/** A command as its help describes it. */
interface CommandHelp {
  summary: string
  argument?: Argument
  /** All but `--json`, which each command has. */
  options: Option[]
}

const COMMANDS = {
  publish: {
    summary: 'builds, tests and checks a remote, and makes it live; or releases what pack wrote',
    argument: REMOTE,
    options: [store, key, shell, artifacts, dist, packed, maxAge, reason, dryRun, next, nextDays],
  },
  pack: {
    summary: 'builds, tests and checks a remote without a key, and writes a file',
    argument: REMOTE,
    options: [shell, artifacts, dist, out],
  },
  promote: {
    summary: 'makes a stored release live',
    argument: RELEASE,
    options: [store, key, shell, reason, dryRun],
  },
  copy: {
    summary: 'publishes a release of another store',
    argument: RELEASE,
    options: [from, to, fromShell, key, shell, reason, dryRun, next, nextDays],
  },
  rollback: {
    summary: 'makes the previous release live again',
    argument: REMOTE,
    options: [store, key, shell, reason, dryRun],
  },
  withdraw: {
    summary: 'takes a version out for ever',
    argument: RELEASE,
    options: [store, key, shell, requiredReason, dryRun],
  },
  status: {
    summary: 'shows the live release, the next and the previous ones',
    argument: REMOTE,
    options: [store, shell, log],
  },
  verify: {
    summary: 'verifies the log and every released file of each remote',
    options: [store, shell],
  },
  propose: {
    summary: 'prints what the operator of a shell has to list',
    argument: REMOTE,
    options: [publicKey, privateKey, dist],
  },
  keygen: {
    summary: 'makes a key pair',
    options: [newKey],
  },
  prune: {
    summary: 'deletes releases that no page needs',
    argument: REMOTE,
    options: [store, key, shell, reason, days, dryRun, all],
  },
  'check-shell': {
    summary: 'opens every live, next and previous release in a shell that is not live yet',
    argument: SHELL,
    options: [store],
  },
}
/** The commands of `npm run release`. */
export type CommandName = keyof typeof COMMANDS

/** Whether a command reads or changes a store. */
export function usesStore(command: string): boolean {
  return !['pack', 'propose', 'keygen'].includes(command)
}

/** Standard output and standard error. */
export interface Output {
  print(text: string): void
  printError(text: string): void
}

/** A parsed command line. */
export interface Invocation {
  command: CommandName
  /** Name of the remote or release, if given. */
  target: string | undefined
  options: Options
}

/**
 * Parses a command line. Prints help and usage errors.
 *
 * @returns the invocation, or the exit code after help or a usage error
 */
export function parseCommandLine(args: string[], output: Output): Invocation | number {
  let invocation: Invocation | undefined
  const program = new Command('npm run release --')
    .description('Releases remotes: each remote separately, each version immutable, each change signed.')
    .exitOverride()
    .showHelpAfterError('Add --help for the options.')
    .configureOutput(usageOutput(args.find((arg) => Object.hasOwn(COMMANDS, arg)) ?? 'release', args, output))
    .addHelpText('after', `\n${GUIDE}`)
  for (const command of Object.keys(COMMANDS) as CommandName[])
    addCommand(program, command, (parsed) => {
      invocation = parsed
    })
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? EXIT_CODE.done : EXIT_CODE.usage
  }
  return invocation ?? EXIT_CODE.usage
}

function addCommand(program: Command, command: CommandName, invoke: (invocation: Invocation) => void): void {
  const { summary, argument, options: accepted }: CommandHelp = COMMANDS[command]
  const added = program.command(command).description(summary)
  if (argument) added.addArgument(argument)
  for (const option of [...accepted, json]) added.addOption(option)
  added.action(() => {
    refuseEmptyValue(added)
    const options = added.opts<Options>()
    if (accepted.includes(nextDays) && options.days !== undefined && !options.next)
      added.error("error: option '--days' is for a candidate: add '--next'")
    if (options.maxAge !== undefined && options.packed === undefined)
      added.error("error: option '--max-age' is for what pack wrote: add '--packed'")
    if (options.all && added.args[0]) added.error('error: name a remote, or pass --all')
    invoke({ command, target: added.args[0], options })
  })
}

/** An empty value is mostly a variable of a pipeline that is not set. */
function refuseEmptyValue(command: Command): void {
  const empty = command.options.find((option) => command.getOptionValue(option.attributeName()) === '')
  if (empty)
    command.error(
      `error: option '${empty.flags}' has an empty value: leave it out, or set the variable that it comes from`,
    )
}
