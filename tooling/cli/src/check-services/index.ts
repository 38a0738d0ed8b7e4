import { readOpenApi } from '@canje/reference-backend/openapi'
import { CommandError, type TerminalInput } from '../project'
import { reportError, terminal } from '../release'
import type { Output } from '../release/command-line'
import { openConnections } from '../release/http/connections'
import { masked } from '../release/http/masked'
import { runChecks } from './checks'
import { Client } from './client'
import { type Options, parseCommandLine } from './command-line'
import { Context } from './context'
import { EXIT_CODE, lineOf, ServiceFailure } from './findings'
import { readPassword } from './password'

const COMMAND = 'check-services'

/**
 * Runs `canje check-services`.
 *
 * @param stop aborts the command; the promise rejects once created codes are removed
 * @returns one of the exit codes of {@link EXIT_CODE}
 */
export async function run(
  args: string[],
  stop: AbortSignal,
  cli = { ...terminal, input: process.stdin as TerminalInput },
  api = readOpenApi(),
): Promise<number> {
  const options = parseCommandLine(args, api.features, cli.environment, masked(cli))
  if (typeof options === 'number') return options
  let context: Context | undefined
  let closeConnections: (() => Promise<void>) | undefined
  try {
    closeConnections = await openConnections(cli.environment, {})
    const { user, timeout } = options
    const password = await readPassword(options, cli, stop)
    const client = new Client({ ...options, timeoutMs: timeout * 1000, stop })
    context = new Context(api, client, new Set(options.features), { user, password })
    await runChecks(context, options.allowChanges === true)
    return report(context, options, cli)
  } catch (error) {
    for (const left of context?.findings.filter(({ code }) => code === 'not-removed') ?? [])
      cli.printError(lineOf(left))
    stop.throwIfAborted()
    return reportFailure(error, options, cli)
  } finally {
    await closeConnections?.()
  }
}

/** Prints the result on standard output and the findings on standard error; with `--json`, all as one object. */
function report({ findings, notes, client }: Context, options: Options, output: Output): number {
  const exitCode = findings.length === 0 ? EXIT_CODE.done : EXIT_CODE.different
  const { securityUrl, apiUrl, origin, features = [], allowChanges: changes = false } = options
  if (options.json) {
    const result = { securityUrl, apiUrl, origin, features, changes, requests: client.responses.length }
    output.print(
      JSON.stringify({ command: COMMAND, ok: exitCode === 0, exitCode, result, findings, notes: [...notes] }, null, 2),
    )
    return exitCode
  }
  if (exitCode === 0) output.print(`The tabs work with ${securityUrl} and ${apiUrl}.`)
  for (const note of notes) output.print(`Note: ${note}`)
  if (exitCode !== 0) output.printError(findings.map(lineOf).join('\n'))
  return exitCode
}

function reportFailure(error: unknown, { json }: Options, output: Output): number {
  const unexpected = error instanceof CommandError ? EXIT_CODE.usage : EXIT_CODE.failed
  const exitCode = error instanceof ServiceFailure ? error.exitCode : unexpected
  return reportError(COMMAND, json, exitCode, error, output)
}
