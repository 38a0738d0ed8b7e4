import { StoreError } from '@canje/release-store'
import { type CommandName, type Invocation, type Output, parseCommandLine, usesStore } from './command-line'
import { type Context, contextOf } from './context'
import { CODE_OF } from './each-remote'
import { errorMessage } from './error-message'
import { CODES, EXIT_CODE, Refusal } from './findings'
import { openConnections } from './http/connections'
import { masked } from './http/masked'
import { readOriginHeaders } from './http/origin-headers'
import type { Outcome } from './outcome'
import { printOutcome } from './print-outcome'
import { shellsIn } from './shell-urls'

type Command = (context: Context, target: string | undefined) => Promise<Outcome>

/** Loaded on demand, so that `rollback` works without the packages that `publish` needs. */
const COMMANDS: Record<CommandName, () => Promise<Command>> = {
  publish: async () => (await import('./commands/publish')).publishRemote,
  pack: async () => (await import('./commands/pack')).packRemote,
  promote: async () => (await import('./commands/promote')).promote,
  copy: async () => (await import('./commands/copy')).copyRelease,
  rollback: async () => (await import('./commands/rollback')).rollback,
  withdraw: async () => (await import('./commands/withdraw')).withdrawRelease,
  status: async () => (await import('./commands/status')).status,
  verify: async () => (await import('./commands/verify')).verify,
  propose: async () => (await import('./commands/propose')).propose,
  keygen: async () => (await import('./commands/keygen')).keygen,
  prune: async () => (await import('./commands/prune')).pruneStore,
  'check-shell': async () => (await import('./commands/check-shell')).checkShell,
}

/** Working directory, environment variables and output streams of the command line. */
export interface CliEnvironment extends Output {
  /** Absolute path of the working directory; the folder of a remote implies that remote. */
  folder: string
  environment: NodeJS.ProcessEnv
}

export const terminal: CliEnvironment = {
  folder: process.cwd(),
  environment: process.env,
  print: (text) => void process.stdout.write(`${text}\n`),
  printError: (text) => void process.stderr.write(`${text}\n`),
}

/**
 * Runs `npm run release -- <command>`.
 *
 * @param args command line after `--`
 * @param stop aborts the command; the promise then rejects
 * @returns one of the exit codes of {@link EXIT_CODE}
 */
export async function run(args: string[], stop: AbortSignal, cli = terminal): Promise<number> {
  const output = masked(cli)
  const invocation = parseCommandLine(args, output)
  if (typeof invocation === 'number') return invocation
  const { command, target, options } = invocation
  let exitCode: number = EXIT_CODE.usage
  let closeConnections: (() => Promise<void>) | undefined
  try {
    // Its job may have no access to the store.
    const environment = usesStore(command) ? cli.environment : { ...cli.environment, RELEASE_STORE: undefined }
    const headers = readOriginHeaders(environment, cli.folder, shellsOf(invocation, environment))
    closeConnections = await openConnections(environment, headers)
    const context = contextOf(options, cli.folder, environment, stop)
    exitCode = EXIT_CODE.failed
    const runCommand = await COMMANDS[command]()
    return printOutcome(invocation, await runCommand(context, target), output)
  } catch (error) {
    stop.throwIfAborted()
    if (error instanceof Refusal) {
      const { findings, notes } = error
      return printOutcome(invocation, { result: {}, lines: [], findings, notes }, output)
    }
    return reportError(command, options.json, exitCode === EXIT_CODE.usage ? exitCode : codeOf(error), error, output)
  } finally {
    await closeConnections?.()
  }
}

/** The URLs of a command line that may have user and password. */
function shellsOf({ options, target = '' }: Invocation, environment: NodeJS.ProcessEnv): string[] {
  return [...(options.shell ?? shellsIn(environment) ?? []), ...(options.fromShell ?? []), target]
}

function codeOf(error: unknown): number {
  return error instanceof StoreError ? CODES[CODE_OF[error.fault]] : EXIT_CODE.failed
}

/** Prints why a command fails; with `json`, as one object too. @returns the exit code */
export function reportError(command: string, json = false, exitCode: number, error: unknown, output: Output): number {
  const message = errorMessage(error)
  if (json) output.print(JSON.stringify({ command, ok: false, exitCode, error: message }, null, 2))
  output.printError(`${command} failed: ${message}`)
  return exitCode
}
