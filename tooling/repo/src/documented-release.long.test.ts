import { readFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from '@canje/cli/project'
import { stateUrl } from '@canje/registry'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, startProduct } from './testing/product'
import { copyRepository, git } from './testing/repository-copy'
import { ROOT } from './workspace'

const TIMEOUT_MS = 600_000
const RELEASE_COMMAND = 'npm run release -- '
/** The remote that is released: remote-template.test.ts proves that the others have its scripts and its build. */
const RELEASED = 'mf-scores'
/** The test file that it keeps: this run has its other tests. */
const ONE_TEST = join('tests', 'csv.test.ts')

/** The JSON output of a release command. */
const Outcome = v.object({
  result: v.object({
    version: v.string(),
    tests: v.optional(v.object({ passed: v.pipe(v.number(), v.minValue(1)), failed: v.literal(0) })),
  }),
})

let product: Product
let clone: string

beforeAll(async () => {
  clone = await copyRepository()
  product = await startProduct()
}, TIMEOUT_MS)
afterAll(() => product.close())

it('releases a remote with the commands of the README, in a fresh clone', { timeout: TIMEOUT_MS }, async () => {
  const folder = join(clone, RELEASED)
  await keepOneTest(folder)
  await git(clone, 'commit', '--quiet', '--all', '--message', 'Keep one test')
  for (const command of documentedCommands(RELEASED)) {
    const release = command.startsWith(RELEASE_COMMAND)
    const { code, output } = await runShell(release ? `${command} --json > ../outcome.json` : command, folder)
    const outcome = release ? await readFile(join(clone, 'outcome.json'), 'utf8') : ''
    expect(code, `$ ${command}\n${output}${outcome}`).toBe(0)
    if (!release) continue
    const changed = await runShell('git show --name-only --format=', clone)
    expect(changed.output.trim().split('\n')).toEqual([`${RELEASED}/package.json`, 'package-lock.json'])
    const { version } = v.parse(Outcome, JSON.parse(outcome)).result
    expect(await liveVersion(RELEASED)).toBe(version)
  }
})

function runShell(line: string, cwd: string) {
  // Without npm's own lines in the JSON. The clone has links in place of packages, which npm would replace.
  const env = { ...product.environment, npm_config_loglevel: 'silent', npm_config_package_lock_only: 'true' }
  return runChild('sh', ['-c', line], { cwd, env })
}

/** Deletes the other test files of a remote. */
async function keepOneTest(folder: string) {
  const files = await readdir(folder, { recursive: true })
  expect(files, `${ONE_TEST} is the test file that ${folder} keeps`).toContain(ONE_TEST)
  const others = files.filter((file) => /^(src|tests)\b.*\.test\./.test(file) && file !== ONE_TEST)
  await Promise.all(others.map((name) => rm(join(folder, name))))
}

/** The commands of 'One release' in the README, after `cd`, for a remote. */
function documentedCommands(remote: string): string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const [, block = ''] = /\n## One release\n.*?```sh\n(.*?)```/s.exec(readme) ?? []
  const lines = block.replaceAll('mf-codes', remote).split('\n')
  const [enter, ...commands] = lines.map((line) => line.replace(/\s+#.*/, '')).filter((line) => line !== '')
  if (enter === `cd ${remote}` && commands.includes(`${RELEASE_COMMAND}publish`)) return commands
  throw new Error('The section "One release" of README.md has no commands that publish mf-codes in its folder.')
}

const Live = v.object({ live: v.object({ version: v.string() }) })

async function liveVersion(remote: string): Promise<string> {
  const response = await fetch(stateUrl(product.remotesUrl, remote))
  return v.parse(Live, await response.json()).live.version
}
