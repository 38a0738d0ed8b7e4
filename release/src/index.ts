import { asCommandError } from 'local-stack/src/command-error'
import { type CommandName, type Invocation, parseCommandLine } from './command-line'
import { promote } from './commands/promote'
import { pruneStore } from './commands/prune'
import { publishRemote } from './commands/publish'
import { rekeyStore } from './commands/rekey'
import { rollback } from './commands/rollback'
import { status } from './commands/status'
import { verify } from './commands/verify'
import { type Context, contextOf } from './context'
import { EXIT_CODE } from './findings'
import type { Outcome } from './outcome'
import { type Output, report } from './report'

const COMMANDS: Record<CommandName, (context: Context, subject: string | undefined) => Promise<Outcome>> = {
  publish: publishRemote,
  promote,
  rollback,
  status,
  verify,
  rekey: rekeyStore,
  prune: pruneStore,
}

/** Where a command is given. */
export interface Surroundings extends Output {
  /** Absolute path; the folder of a remote implies that remote. */
  folder: string
  environment: NodeJS.ProcessEnv
}

const terminal: Surroundings = {
  folder: process.cwd(),
  environment: process.env,
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
}

/**
 * `npm run release -- <command>`.
 *
 * @param stop ends the command; the promise rejects then
 * @returns one of the exit codes of {@link EXIT_CODE}
 */
export async function run(args: string[], stop: AbortSignal, surroundings = terminal): Promise<number> {
  const invocation = parseCommandLine(args, surroundings)
  if (typeof invocation === 'number') return invocation
  const { command, subject, options } = invocation
  let exitCode: number = EXIT_CODE.usage
  try {
    const context = contextOf(options, surroundings.folder, surroundings.environment, stop)
    exitCode = EXIT_CODE.failed
    const outcome = await COMMANDS[command](context, subject)
    return report({ command, json: options.json === true, dryRun: options.dryRun === true }, outcome, surroundings)
  } catch (error) {
    stop.throwIfAborted()
    return complainOf(invocation, exitCode, asCommandError(error).message, surroundings)
  }
}

function complainOf({ command, options }: Invocation, exitCode: number, error: string, output: Output): number {
  if (options.json) output.print(JSON.stringify({ command, ok: false, exitCode, error }, null, 2))
  output.complain(`${command} failed: ${error}`)
  return exitCode
}
