import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { PublicKey } from 'registry/public-key'
import * as v from 'valibot'
import { EXIT_CODE } from './findings'
import { examplesOf, GUIDE } from './help'
import type { Output } from './report'

/** The options of all commands; each offers those that mean something to it. */
export interface Options {
  store?: string
  key?: string
  /** The key that signs the registry from now on. */
  newKey?: string
  registryKey?: string[]
  shell?: string[]
  dryRun?: boolean
  json?: boolean
  /** False leaves a published release out of the registry. */
  live?: boolean
  /** How many days a release must be out of the registry to be pruned. */
  days?: number
}

export type CommandName = 'publish' | 'promote' | 'rollback' | 'status' | 'verify' | 'rekey' | 'prune'

/** What a command line asks for. */
export interface Invocation {
  command: CommandName
  /** The remote or the release it names. */
  subject: string | undefined
  options: Options
}

/**
 * Reads a command line. Help and complaints about it go to the output.
 *
 * @returns what is asked for, or the exit code when there is nothing to do but to exit
 */
export function parseCommandLine(args: string[], output: Output): Invocation | number {
  let invocation: Invocation | undefined
  const program = createProgram(output, (given) => {
    invocation = given
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
    .description('Releases remotes: each one alone, each version for good, each registry signed.')
    .exitOverride()
    .showHelpAfterError('Add --help for what there is, with examples.')
    .configureOutput({
      writeOut: (text) => output.print(text.trimEnd()),
      writeErr: (text) => output.complain(text.trimEnd()),
    })
    .addHelpText('after', `\n${GUIDE}`)

  function add(command: CommandName, argument: string | undefined, summary: string, ...features: Feature[]) {
    const added = program
      .command(command)
      .description(summary)
      .addHelpText('after', `\n${examplesOf(command)}`)
    if (argument) added.argument(argument, ARGUMENTS[argument])
    for (const feature of [withStore, ...features, withJson]) feature(added)
    added.action(() => invoke({ command, subject: added.args[0], options: added.opts<Options>() }))
  }

  add(
    'publish',
    '[remote]',
    'builds, tests and checks a remote, and makes it live',
    withKey,
    withShells,
    withDryRun,
    withLive,
  )
  add('promote', '<release>', 'makes a release of the store live', withKey, withShells, withDryRun)
  add('rollback', '[remote]', 'makes the previous release live again', withKey, withDryRun)
  add('status', '[remote]', 'shows what is live, and what it can go back to')
  add('verify', undefined, 'compares every released file with the signed registry', withKey, withRegistryKey)
  add('rekey', undefined, 'signs the registry with another key', withKey, withNewKey, withShells, withDryRun)
  add('prune', undefined, 'deletes releases that the registry does not name', withDays, withDryRun)
  return program
}

const ARGUMENTS: Record<string, string> = {
  '[remote]': 'its name, such as mf-codes; in its folder, it may be left out',
  '<release>': 'mf-codes@1.2.0; in the remote’s folder, 1.2.0 is enough',
}

type Feature = (command: Command) => Command

const withStore: Feature = (command) =>
  command.option('--store <folder>', 'the release store (default: DATA_DIR/releases, as npm start)')
const withKey: Feature = (command) =>
  command.option('--key <pem>', 'private key that signs the registry (default: DATA_DIR/release-key.pem)')
const withNewKey: Feature = (command) =>
  command.requiredOption('--new-key <pem>', 'private key that signs the registry from now on')
const withRegistryKey: Feature = (command) =>
  command.option(
    '--registry-key <base64>',
    'a public key that shells have, instead of the private one; repeat it for each',
    (text: string, others: string[] = []) => [...others, publicKeyIn(text)],
  )
const withShells: Feature = (command) =>
  command.option(
    '--shell <url>',
    'a live shell; repeat it for each (default: RELEASE_SHELLS, else http://localhost:PORT)',
    (text: string, others: string[] = []) => [...others, addressIn(text)],
  )
const withDryRun: Feature = (command) => command.option('--dry-run', 'check everything, change nothing')
const withLive: Feature = (command) => command.option('--no-live', 'leave it in the store, to be promoted later')
const withJson: Feature = (command) => command.option('--json', 'one JSON object on standard output')
const withDays: Feature = (command) =>
  command.option('--days <number>', 'spare what was published or dropped less than so many days ago', numberIn, 7)

function addressIn(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new InvalidArgumentError('It must be an http or https address.')
}

/** A key that could not be fetched is empty, or the word null. */
function publicKeyIn(text: string): string {
  if (v.is(PublicKey, text)) return text
  throw new InvalidArgumentError('It must be the 32 bytes of a public key, in base64.')
}

function numberIn(text: string): number {
  if (/^\d{1,4}(\.\d+)?$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number of days, 0 or more.')
}
