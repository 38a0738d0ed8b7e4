import { runChild } from '@canje/cli/project'

/**
 * Runs an npm command to completion.
 *
 * @returns its duration in milliseconds
 * @throws {Error} with the command's output, when it fails
 */
export async function timeNpm(args: string[], cwd: string, signal: AbortSignal): Promise<number> {
  const start = performance.now()
  const { code, output } = await runChild('npm', args, { cwd, signal })
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${output}`)
  return performance.now() - start
}
