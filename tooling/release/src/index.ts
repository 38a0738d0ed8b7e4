import { asCommandError } from 'workspace'
import { type CommandName, type Invocation, parseCommandLine } from './command-line'
import { type Context, contextOf } from './context'
import { EXIT_CODE } from './findings'
import type { Outcome } from './outcome'
import { type Output, report } from './report'

type Command = (context: Context, subject: string | undefined) => Promise<Outcome>

/** Loaded when given: a roll-back works without the packages that publishing needs. */
const COMMANDS: Record<CommandName, () => Promise<Command>> = {
  publish: async () => (await import('./commands/publish')).publishRemote,
  promote: async () => (await import('./commands/promote')).promote,
  rollback: async () => (await import('./commands/rollback')).rollback,
  status: async () => (await import('./commands/status')).status,
  verify: async () => (await import('./commands/verify')).verify,
  rekey: async () => (await import('./commands/rekey')).rekeyStore,
  prune: async () => (await import('./commands/prune')).pruneStore,
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
    const runCommand = await COMMANDS[command]()
    const outcome = await runCommand(context, subject)
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
