import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { programOf } from '@canje/cli/project'
import { runGroup } from '../process-group'
import { ROOT } from '../workspace'

/** The recommended ones. The oldest supported one, 20.19, runs `npm test`. */
const VERSIONS = ['22.23.3', '24.21.0']
const E2E = join(ROOT, 'e2e')
/** The program for this machine, on npm. */
const NODE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

export const usage = `Usage: npm run test:node [-- <file> …]
Runs the unit tests and tabs.spec.ts, or these files of the unit tests, on Node.js ${VERSIONS.join(' and ')}.`

/** `npm run test:node`: the unit tests and the main browser test, on each version, which npm installs in its cache. */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  const files = parseArgs({ args, allowPositionals: true }).positionals
  const unit = { script: programOf(ROOT, 'vitest', 'vitest.mjs'), args: ['run', ...files], cwd: ROOT }
  const browser = { script: programOf(E2E, '@playwright/test', 'cli.js'), args: ['test', 'tabs.spec.ts'], cwd: E2E }
  const npm = process.env.npm_execpath ?? ''
  const failed = new Set<string>()
  for (const version of VERSIONS) {
    for (const { script, args, cwd } of files.length > 0 ? [unit] : [unit, browser]) {
      const exec = ['exec', '--yes', `--package=${NODE}@${version}`, '--', 'node', script, ...args]
      if ((await runGroup(npm, exec, { cwd, stop })) !== 0) failed.add(version)
    }
  }
  for (const version of VERSIONS) console.log(`Node.js ${version}: ${failed.has(version) ? 'failed' : 'passed'}`)
  return failed.size > 0 ? 1 : 0
}
