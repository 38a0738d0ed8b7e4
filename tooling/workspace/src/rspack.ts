import { fileURLToPath } from 'node:url'
import { type ChildResult, runChild } from './child'
import { ROOT } from './workspace'

const PROGRAM = fileURLToPath(new URL('rspack-program.ts', import.meta.url))

/**
 * Builds for production in a child process, because configurations read NODE_ENV when they load.
 *
 * @param config absolute path of an rspack.config.ts
 * @returns the compiler's output, and a nonzero code when the build fails
 */
export function runRspack(config: string, signal: AbortSignal): Promise<ChildResult> {
  const env = { ...process.env, NODE_ENV: 'production' }
  // Not 'tsx': it also compiles CommonJS plugins, whose function sources would carry helpers of tsx into bundles.
  return runChild(process.execPath, ['--import', 'tsx/esm', PROGRAM, config], { cwd: ROOT, env, signal })
}
