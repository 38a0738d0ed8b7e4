import { cpus, loadavg, totalmem } from 'node:os'
import { ROOT, runChild } from 'workspace'

/** This machine, as far as it decides how fast things are. */
export function describeMachine(): string {
  const processors = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${processors.length} × ${processors[0]?.model ?? 'unknown processor'}, ${memory} GiB, Node.js ${process.versions.node}`
}

/** The load of the last minute. */
export function currentLoad(): number {
  return loadavg()[0] ?? 0
}

/** The commit that is checked out; `+` behind it means that files differ from it. */
export async function currentCommit(stop: AbortSignal): Promise<string> {
  const options = { cwd: ROOT, signal: stop }
  const { code, output: commit } = await runChild('git', ['rev-parse', '--short', 'HEAD'], options)
  if (code !== 0) return 'unknown'
  // What the benchmarks themselves write does not make what they measure another.
  const written = [':!benchmarks/results']
  const { output: changes } = await runChild('git', ['status', '--porcelain', '--', '.', ...written], options)
  return `${commit.trim()}${changes === '' ? '' : '+'}`
}
