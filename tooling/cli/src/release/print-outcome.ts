import type { Invocation, Output } from './command-line'
import { exitCodeOf } from './findings'
import type { Outcome } from './outcome'

/**
 * Prints the result on standard output and the findings on standard error. With `--json`, prints both as one object on
 * standard output.
 *
 * @returns the exit code
 */
export function printOutcome({ command, options }: Invocation, outcome: Outcome, output: Output): number {
  const { json, dryRun = false } = options
  const { result, lines, findings, notes = [] } = outcome
  const exitCode = exitCodeOf(findings)
  if (json) {
    output.print(JSON.stringify({ command, ok: exitCode === 0, exitCode, dryRun, result, findings, notes }, null, 2))
    return exitCode
  }
  const preface = dryRun && lines.length > 0 ? ['Nothing was changed; without --dry-run:'] : []
  const printed = [...lines, ...notes.map((note) => `Note: ${note}`)]
  if (printed.length > 0) output.print([...preface, ...printed].join('\n'))
  if (findings.length > 0) output.printError(findingsText(command, outcome))
  return exitCode
}

function findingsText(command: string, { lines, findings }: Outcome): string {
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  return [
    `${command}: ${count}${lines.length === 0 ? ', nothing was changed' : ''}.`,
    ...findings.map(({ code, message, fix }) => `\n✗ ${code}: ${message}\n  → ${fix}`),
  ].join('\n')
}
