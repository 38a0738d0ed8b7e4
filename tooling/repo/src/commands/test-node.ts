import { parseArgs } from 'node:util'
import { runNpm } from '../process-group'
import { ROOT } from '../workspace'

/** The recommended ones. The oldest supported one, 20.19, runs `npm test`. */
const VERSIONS = ['22.23.3', '24.21.0']
/** The program for this machine, on npm. */
const NODE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const TESTS = 'vitest run && npm test -w e2e -- tabs.spec.ts'

export const usage = `Usage: npm run test:node
Runs the unit tests and tabs.spec.ts on Node.js ${VERSIONS.join(' and ')}.`

/** `npm run test:node`: the unit tests and the main browser test, on each version, which npm installs in its cache. */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  parseArgs({ args })
  const failed: string[] = []
  for (const version of VERSIONS) {
    const exec = ['exec', '--yes', `--package=${NODE}@${version}`, '-c', TESTS]
    if ((await runNpm(exec, { cwd: ROOT, stop })) !== 0) failed.push(version)
  }
  console.log(failed.length > 0 ? `Failed on Node.js ${failed.join(' and ')}.` : 'Passed.')
  return failed.length > 0 ? 1 : 0
}
