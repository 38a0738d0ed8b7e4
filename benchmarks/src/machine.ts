import { cpus, totalmem } from 'node:os'
import { runChild } from '@canje/cli/project'
import { ROOT } from 'repo'

/** Processors, memory and Node.js version of this machine, in one line. */
export function describeMachine(): string {
  const processors = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${processors.length} × ${processors[0]?.model ?? 'unknown processor'}, ${memory} GiB, Node.js ${process.versions.node}`
}

/** @returns the short hash of HEAD with `+` for a modified working tree; `unknown` outside a repository */
export async function currentCommit(stop: AbortSignal): Promise<string> {
  const options = { cwd: ROOT, signal: stop }
  const { code, output: commit } = await runChild('git', ['rev-parse', '--short', 'HEAD'], options)
  if (code !== 0) return 'unknown'
  // The benchmarks' own output is not measured code.
  const written = [':!benchmarks/results']
  const { output: changes } = await runChild('git', ['status', '--porcelain', '--', '.', ...written], options)
  return `${commit.trim()}${changes === '' ? '' : '+'}`
}
