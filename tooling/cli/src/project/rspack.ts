import { dirname, join } from 'node:path'
import { requirePackage } from '@canje/build/installed-packages'
import { type ChildResult, runNode } from './child'

/**
 * Runs `rspack build` in the folder of a configuration, in a child process, because configurations read variables when they load.
 *
 * @param config absolute path of an rspack.config.ts
 * @param environment more variables
 * @returns the compiler's output, and a nonzero code when the build fails
 */
export function runRspack(
  config: string,
  signal: AbortSignal,
  environment: NodeJS.ProcessEnv = {},
): Promise<ChildResult> {
  const program = join(requirePackage('@rspack/cli', import.meta.dirname).directory, 'bin/rspack.js')
  const env = { ...process.env, ...environment }
  return runNode(program, ['build', '--config', config], { cwd: dirname(config), env, signal })
}
