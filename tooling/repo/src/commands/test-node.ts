import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, programOf, runChild } from '@canje/cli/project'
import { runGroup } from '../process-group'
import { ROOT } from '../workspace'

/** The recommended ones. The oldest supported one, 20.19, runs `npm test`. */
const VERSIONS = ['22.23.3', '24.21.0']
const E2E = join(ROOT, 'e2e')

export const usage = `Usage: npm run test:node [-- <file> …]
Runs the unit tests and tabs.spec.ts, or these files of the unit tests, on Node.js ${VERSIONS.join(' and ')}.`

/** `npm run test:node`: the unit tests and the main browser test, on each version. */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  const files = parseArgs({ args, allowPositionals: true }).positionals
  const unit = { script: programOf(ROOT, 'vitest', 'vitest.mjs'), args: ['run', ...files], cwd: ROOT }
  const browser = { script: programOf(E2E, '@playwright/test', 'cli.js'), args: ['test', 'tabs.spec.ts'], cwd: E2E }
  const failed = new Set<string>()
  for (const version of VERSIONS) {
    const folder = await installNode(version, stop)
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` }
    for (const step of files.length > 0 ? [unit] : [unit, browser]) {
      const code = await runGroup(step.script, step.args, { cwd: step.cwd, env, stop, node: join(folder, 'node') })
      if (code !== 0) failed.add(version)
    }
  }
  for (const version of VERSIONS) console.log(`Node.js ${version}: ${failed.has(version) ? 'failed' : 'passed'}`)
  return failed.size > 0 ? 1 : 0
}

/**
 * Installs a version from npm, once, beside the packages of the repository.
 *
 * @returns the folder of the program
 */
async function installNode(version: string, stop: AbortSignal): Promise<string> {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const cwd = join(ROOT, '.cache', `node-${version}`)
  const bin = join(cwd, 'node_modules', name, 'bin')
  const installed = () => spawnSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (installed() === `v${version}`) return bin
  mkdirSync(cwd, { recursive: true })
  // npm installs into the nearest folder with a package.json.
  writeFileSync(join(cwd, 'package.json'), '{}')
  const args = ['install', '--no-save', '--no-package-lock', `${name}@${version}`]
  await runChild('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32', signal: stop })
  if (installed() === `v${version}`) return bin
  throw new CommandError(`Node.js ${version} could not be installed from npm as ${name}.`)
}
