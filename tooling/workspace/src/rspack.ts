import { fileURLToPath } from 'node:url'
import { type ChildResult, runChild } from './child'
import { ROOT } from './workspace'

const PROGRAM = fileURLToPath(new URL('rspack-program.ts', import.meta.url))

/**
 * Builds for production, in a process of its own: configurations read NODE_ENV when they are loaded.
 *
 * @param config absolute path of an rspack.config.ts
 * @returns a code other than 0 and what the compiler said, when it does not build
 */
export function runRspack(config: string, signal: AbortSignal): Promise<ChildResult> {
  const env = { ...process.env, NODE_ENV: 'production' }
  // Not 'tsx': it would compile CommonJS plugins too, whose functions' text, with helpers of tsx, goes into bundles.
  return runChild(process.execPath, ['--import', 'tsx/esm', PROGRAM, config], { cwd: ROOT, env, signal })
}
