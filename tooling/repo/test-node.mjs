// Plain JavaScript: the versions of Node.js under test run it too.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The recommended ones. The oldest supported one, 20.19, runs `npm test`. */
const MAJORS = ['22', '24']
const ROOT = join(import.meta.dirname, '../..')
const STEPS = [
  { script: 'node_modules/vitest/vitest.mjs', args: ['run'], folder: '.' },
  { script: 'node_modules/@playwright/test/cli.js', args: ['test', 'tabs.spec.ts'], folder: 'e2e' },
]

/** `npm run test:node`: the unit tests and the main browser test; arguments choose files of the unit tests instead. */
const files = process.argv.slice(2)
const steps = files.length > 0 ? [{ ...STEPS[0], args: ['run', ...files] }] : STEPS
const results = MAJORS.map((major) => {
  const folder = installNode(major)
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` }
  const run = ({ script, args, folder: cwd }) =>
    spawnSync(join(folder, 'node'), [join(ROOT, script), ...args], { cwd: join(ROOT, cwd), env, stdio: 'inherit' })
  return { major, failed: steps.filter((step) => run(step).status !== 0).length }
})
for (const { major, failed } of results) console.log(`Node.js ${major}: ${failed === 0 ? 'passed' : 'failed'}`)
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0

/**
 * Installs the newest version of a major from npm, once, beside the packages of the repository.
 *
 * @returns the folder of the program
 */
function installNode(major) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const home = join(ROOT, '.cache', `node-${major}`)
  const bin = join(home, 'node_modules', name, 'bin')
  if (existsSync(bin)) return bin
  mkdirSync(home, { recursive: true })
  const args = ['install', '--no-save', '--no-package-lock', '--prefix', home, `${name}@${major}`]
  const { status } = spawnSync('npm', args, { cwd: home, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status === 0) return bin
  console.error(`Node.js ${major} could not be installed from npm as ${name}.`)
  process.exit(1)
}
