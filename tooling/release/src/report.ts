import { exitCodeOf, type Finding } from './findings'
import type { Outcome } from './outcome'

/** Where a command's words go: standard output and standard error. */
export interface Output {
  print(text: string): void
  complain(text: string): void
}

interface Reported {
  command: string
  json: boolean
  dryRun: boolean
}

/**
 * Says how a command ended: its result on standard output, its findings on standard error; as JSON, both in one object
 * on standard output.
 *
 * @returns the exit code
 */
export function report({ command, json, dryRun }: Reported, outcome: Outcome, output: Output): number {
  const { result, lines, findings } = outcome
  const exitCode = exitCodeOf(findings)
  if (json) {
    output.print(JSON.stringify({ command, ok: exitCode === 0, exitCode, dryRun, result, findings }, null, 2))
    return exitCode
  }
  const preface = dryRun && exitCode === 0 ? ['Nothing was changed; without --dry-run:'] : []
  if (lines.length > 0) output.print([...preface, ...lines].join('\n'))
  if (findings.length > 0) output.complain(complaint(command, findings))
  return exitCode
}

function complaint(command: string, findings: Finding[]): string {
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  return [
    `${command}: ${count}, nothing was changed.`,
    ...findings.map(({ code, message, fix }) => `\n✗ ${code}: ${message}\n  → ${fix}`),
  ].join('\n')
}
