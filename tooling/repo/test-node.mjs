// Plain JavaScript: the versions of Node.js under test run it too.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The recommended ones. The oldest supported one, 20.19, runs `npm test`. */
const VERSIONS = ['22.23.3', '24.21.0']
const ROOT = join(import.meta.dirname, '../..')
const STEPS = [
  { script: 'node_modules/vitest/vitest.mjs', args: ['run'], folder: '.' },
  { script: 'node_modules/@playwright/test/cli.js', args: ['test', 'tabs.spec.ts'], folder: 'e2e' },
]

/** `npm run test:node`: the unit tests and the main browser test; arguments choose files of the unit tests instead. */
const files = process.argv.slice(2)
const steps = files.length > 0 ? [{ ...STEPS[0], args: ['run', ...files] }] : STEPS
const results = VERSIONS.map((version) => {
  const folder = installNode(version)
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` }
  const run = ({ script, args, folder: cwd }) =>
    spawnSync(join(folder, 'node'), [join(ROOT, script), ...args], { cwd: join(ROOT, cwd), env, stdio: 'inherit' })
  return { version, failed: steps.filter((step) => run(step).status !== 0).length }
})
for (const { version, failed } of results) console.log(`Node.js ${version}: ${failed === 0 ? 'passed' : 'failed'}`)
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0

/**
 * Installs a version from npm, once, beside the packages of the repository.
 *
 * @returns the folder of the program
 */
function installNode(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const cwd = join(ROOT, '.cache', `node-${version}`)
  const bin = join(cwd, 'node_modules', name, 'bin')
  const installed = () => spawnSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (installed() === `v${version}`) return bin
  mkdirSync(cwd, { recursive: true })
  // npm installs into the nearest folder with a package.json.
  writeFileSync(join(cwd, 'package.json'), '{}')
  const args = ['install', '--no-save', '--no-package-lock', `${name}@${version}`]
  spawnSync('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  if (installed() === `v${version}`) return bin
  console.error(`Node.js ${version} could not be installed from npm as ${name}.`)
  process.exit(1)
}
