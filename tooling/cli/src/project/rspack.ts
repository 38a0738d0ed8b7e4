import { dirname, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChildResult, runChild } from './child'

/** TypeScript here, JavaScript in the published package. */
const PROGRAM = fileURLToPath(new URL(`./rspack-program${extname(import.meta.url)}`, import.meta.url))
const TYPESCRIPT_LOADER = import.meta.resolve('tsx/esm')

/**
 * Builds in a child process, because configurations read NODE_ENV when they load.
 *
 * @param config absolute path of an rspack.config.ts
 * @param environment more variables; production is the default
 * @returns the compiler's output, and a nonzero code when the build fails
 */
export function runRspack(
  config: string,
  signal: AbortSignal,
  environment: NodeJS.ProcessEnv = {},
): Promise<ChildResult> {
  const env = { ...process.env, NODE_ENV: 'production', ...environment }
  // Not 'tsx': it also compiles CommonJS plugins, whose function sources would carry helpers of tsx into bundles.
  return runChild(process.execPath, ['--import', TYPESCRIPT_LOADER, PROGRAM, config], {
    cwd: dirname(config),
    env,
    signal,
  })
}
