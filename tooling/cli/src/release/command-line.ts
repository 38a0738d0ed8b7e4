import { PublicKey } from '@canje/registry'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import * as v from 'valibot'
import { EXIT_CODE } from './findings'
import { type CommandName, examplesOf, GUIDE } from './help'
import type { Output } from './report'

/** The options of all commands; each command accepts a subset. */
export interface Options {
  store?: string
  /** The store that `copy` reads. */
  from?: string
  /** The store that `copy` changes. */
  to?: string
  /** Also report what blocks the next majors of the shared packages. */
  requires?: boolean
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
  json?: boolean
  /** False makes a release the next one, which no page opens yet. */
  live?: boolean
  /** Also report every change. */
  log?: boolean
  /** Days after which a release that no state names any more is pruned. */
  days?: number
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
  const program = createProgram(output, (parsed) => {
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

function createProgram(output: Output, invoke: (invocation: Invocation) => void): Command {
  const program = new Command('npm run release --')
    .description('Releases remotes: each remote separately, each version immutable, each change signed.')
    .exitOverride()
    .showHelpAfterError('Add --help for options and examples.')
    .configureOutput({
      writeOut: (text) => output.print(text.trimEnd()),
      writeErr: (text) => output.printError(text.trimEnd()),
    })
    .addHelpText('after', `\n${GUIDE}`)

  function add(command: CommandName, argument: string | undefined, summary: string, ...features: Feature[]) {
    const added = program
      .command(command)
      .description(summary)
      .addHelpText('after', `\n${examplesOf(command)}`)
    if (argument) added.argument(argument, ARGUMENTS[argument])
    for (const feature of [...placesOf(command), ...features, withJson]) feature(added)
    added.action(() => {
      const options = added.opts<Options>()
      const unusable = unusableOption(added, options)
      if (unusable) added.error(`error: ${unusable}`)
      invoke({ command, target: added.args[0], options })
    })
  }

  add(
    'publish',
    '[remote]',
    'builds, tests and checks a remote, and makes it live; or releases what pack wrote',
    withKey,
    withShells,
    withArtifacts,
    withDist,
    withPacked,
    withReason,
    withDryRun,
    withLive,
  )
  add(
    'pack',
    '[remote]',
    'builds, tests and checks a remote without a key, and writes a file',
    withShells,
    withArtifacts,
    withDist,
    withOut,
  )
  add('promote', '<release>', 'makes a stored release live', withKey, withShells, withReason, withDryRun)
  add(
    'copy',
    '<release>',
    'publishes a release of another store',
    withKey,
    withShells,
    withReason,
    withDryRun,
    withLive,
  )
  add('rollback', '[remote]', 'makes the previous release live again', withKey, withShells, withReason, withDryRun)
  add(
    'withdraw',
    '<release>',
    'takes a version out for ever',
    withKey,
    withShells,
    (command) => command.requiredOption('--reason <text>', 'why, for the log'),
    withDryRun,
  )
  add('status', '[remote]', 'shows the live release and the previous ones', withShells, withLog, withRequires)
  add('verify', undefined, 'verifies the log and every released file of each remote', withShells)
  add('propose', '[remote]', 'prints what the operator of a shell has to list', withProposed, withDist, withShells)
  add('keygen', undefined, 'makes a key pair', withKeyFile)
  add('prune', '[remote]', 'deletes releases that no page needs', withKey, withShells, withReason, withDays, withDryRun)
  add('check-shell', '<shell>', 'opens every live and previous release in a candidate shell')
  return program
}

/** An option that would be ignored. An empty value is mostly a variable of a pipeline that is not set. */
function unusableOption({ options: all }: Command, options: Options): string | undefined {
  const values = Object.entries(options)
  const empty = all.find((option) => values.some(([name, value]) => name === option.attributeName() && value === ''))
  if (empty) return `option '${empty.flags}' has an empty value: leave it out, or set the variable that it comes from`
  if (options.maxAge !== undefined && options.packed === undefined)
    return "option '--max-age <hours>' is for '--packed <file>' only"
  return undefined
}

const ARGUMENTS: Record<string, string> = {
  '[remote]': 'name, such as mf-codes; optional in the folder of the remote',
  '<release>': 'mf-codes@1.2.0, or 1.2.0 in the folder of the remote',
  '<shell>': 'URL of a running shell, or the folder of its build',
}

type Feature = (command: Command) => Command

const withStore: Feature = (command) =>
  command.option(
    '--store <location>',
    'release store: a folder or s3://bucket/prefix (default: RELEASE_STORE, else DATA_DIR/remotes)',
  )
const withStores: Feature = (command) =>
  command
    .requiredOption('--from <location>', 'store that has the release: a folder or s3://bucket/prefix')
    .requiredOption('--to <location>', 'store that gets it')
    .option(
      '--from-shell <url>',
      'shell that reads --from, whose keys must have signed the release; repeatable (default: --shell)',
      urls,
    )

/** Whether a command reads or changes a store. */
export function usesStore(command: string): boolean {
  return !['pack', 'propose', 'keygen'].includes(command)
}

function placesOf(command: CommandName): Feature[] {
  if (!usesStore(command)) return []
  return [command === 'copy' ? withStores : withStore]
}

const withKey: Feature = (command) =>
  command.option('--key <pem>', 'private key of the remote or of an operator (default: that of npm start in DATA_DIR)')
const withProposed: Feature = (command) =>
  command
    .option('--public-key <base64>', 'key that may sign the remote; repeatable', publicKeys)
    .addOption(new Option('--key <pem>', 'private key with such a public half').conflicts('publicKey'))
const withKeyFile: Feature = (command) =>
  command.option('--out <pem>', 'write the private key to this new file, and print the public one')
const withReason: Feature = (command) => command.option('--reason <text>', 'why, for the log')
const withShells: Feature = (command) =>
  command.option('--shell <url>', 'live shell; repeatable (default: RELEASE_SHELLS, else http://localhost:PORT)', urls)
const withArtifacts: Feature = (command) =>
  command.option('--artifacts <folder>', 'write screenshots, console and trace of the browser check to this folder')
const withDist: Feature = (command) =>
  command.option('--dist <folder>', 'take what another bundler built, without a build and tests')
const withPacked: Feature = (command) =>
  command
    .addOption(
      new Option('--packed <file>', 'release what pack wrote: no build, no tests, no browser').conflicts('dist'),
    )
    .option('--max-age <hours>', 'with --packed: hours since its checks (default: 24)', parseNumber('hours'))
const withOut: Feature = (command) =>
  command.option('--out <file>', 'file to be written (default: <remote>-<version>.tgz in the working folder)')
const withDryRun: Feature = (command) => command.option('--dry-run', 'check everything, change nothing')
const withLive: Feature = (command) =>
  command.option('--no-live', 'store the release as the next one, which no page opens yet')
const withLog: Feature = (command) => command.option('--log', 'also show who changed what, when and why')
const withRequires: Feature = (command) =>
  command.option('--requires', 'also show which live releases block the next major of React, PrimeReact and the others')
const withJson: Feature = (command) => command.option('--json', 'print one JSON object on standard output')
const withDays: Feature = (command) =>
  command.option('--days <number>', 'days since the newest state stopped naming a release', parseNumber('days'), 7)

/** Collects the values of a repeated option. */
function urls(text: string, others: string[] = []): string[] {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return [...others, text]
  throw new InvalidArgumentError('It must be an http or https URL.')
}

/** As {@link urls}. A failed `curl | jq` yields an empty text or `null`. */
function publicKeys(text: string, others: string[] = []): string[] {
  if (v.is(PublicKey, text)) return [...others, text]
  throw new InvalidArgumentError('It must be the 32 bytes of a public key, in base64.')
}

function parseNumber(unit: string): (text: string) => number {
  return (text) => {
    if (/^\d{1,4}(\.\d+)?$/.test(text)) return Number(text)
    throw new InvalidArgumentError(`It must be a number of ${unit}, 0 or more.`)
  }
}
