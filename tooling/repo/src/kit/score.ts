import { cp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ConfigJson } from '@canje/cli/dev-stack'
import { CommandError, programOf, proposedListing, readPackage } from '@canje/cli/project'
import { findChromium } from '@canje/cli/project/test-runner'
import { KINDS, newTab } from '@canje/create-tab'
import { writeTab } from '../new-remote'
import { runGroup } from '../process-group'
import { copyRepository, git, type Product, startProduct } from '../testing'
import { ROOT } from '../workspace'

/** Of patches in the format of git. */
export const BUGS = join(import.meta.dirname, 'bugs')
/** Bugs at a time, each in a copy of the repository with a backend and a browser of its own. */
const LANES = 2
/** Of one suite, in ms: a bug may block it for ever. */
const TIME_LIMIT = 180_000

interface Suite {
  name: string
  /** The package and the path of its program. */
  program: [name: string, script: string]
  args: string[]
  /** The first failure in the output. */
  failure: RegExp
}

/** What a team runs, in this order. */
const SUITES: Suite[] = [
  {
    name: 'vitest',
    program: ['vitest', 'vitest.mjs'],
    args: ['run', '--bail=1', '--experimental.fsModuleCache'],
    failure: /^ FAIL +(.+)/m,
  },
  {
    name: 'playwright',
    program: ['@playwright/test', 'cli.js'],
    args: ['test', '--reporter=line', '--max-failures=1'],
    failure: /^ +1\) (?:\[.*?\] › )?(.+?)[ ─]*$/m,
  },
  {
    // Without a second run of the tests.
    name: 'publish',
    program: ['@canje/cli', 'src/canje.mjs'],
    args: ['release', 'publish', '--dry-run', '--dist', 'dist'],
    failure: /^✗ ([\w-]+: .+)/m,
  },
]

/** A tab of the template, with a bug or without one. */
interface Trial {
  name: string
  folder: string
  /** Absolute path of the change, in the format of git. */
  patch?: string
}

/**
 * `npm run kit -- --score`: applies each bug of `bugs` to a new tab, and prints which suite of a team catches it first.
 *
 * @param names of bugs; by default all, and the tabs without a bug
 * @throws CommandError when a tab without a bug fails, or a name is unknown
 */
export async function scoreKit(stop: AbortSignal, names: readonly string[] = []): Promise<void> {
  const bugs = (await readdir(BUGS))
    .map((file) => ({ name: basename(file, '.patch'), folder: `mf-${file.split('-')[0]}`, patch: join(BUGS, file) }))
    .filter(({ name }) => names.length === 0 || names.includes(name))
  if (bugs.length < names.length) throw new CommandError(`Not all of these are bugs of ${BUGS}: ${names.join(', ')}.`)
  const unchanged = names.length === 0 ? KINDS.map((kind) => ({ name: kind, folder: `mf-${kind}` })) : []
  const waiting: Trial[] = [...unchanged, ...bugs]
  const missed: string[] = []
  const office = await startProduct()
  const copies = await Promise.all(Array.from({ length: LANES }, copyWithTabs))
  await listTabs(office, copies[0] ?? '')
  const env = {
    ...office.environment,
    NO_COLOR: '1',
    TEST_SHELLS: office.shellUrl,
    CHROMIUM_PATH: await findChromium(process.env, stop),
  }

  async function runTrials(copy: string): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const failure = await firstFailure(copy, next, env, stop)
      console.log(`${next.name}: ${failure ?? 'nothing'}`)
      if (next.patch && !failure) missed.push(next.name)
      if (!next.patch && failure) throw new CommandError(`The tab of the template fails. ${next.name}: ${failure}`)
    }
  }
  const lanes = copies.map(runTrials)
  // A lane that goes on would write into its copy while that is deleted.
  await Promise.allSettled(lanes)
  await Promise.all([office.close(), ...copies.map((copy) => rm(copy, { recursive: true }))])
  await Promise.all(lanes)
  const caught = bugs.length - missed.length
  console.log(`Caught: ${caught} of ${bugs.length}. Missed: ${missed.sort().join(', ') || 'none'}.`)
}

async function copyWithTabs(): Promise<string> {
  const copy = await copyRepository()
  createTabs(copy)
  await git(copy, 'add', '--all')
  await git(copy, 'commit', '--quiet', '--message', 'Create the tabs')
  // A team has it in `node_modules`.
  await cp(join(ROOT, 'shell/dist'), join(copy, 'shell/dist'), { recursive: true })
  return copy
}

/** Lists the tabs in the shell of the product, as its operator does: a release that no shell lists is refused. */
async function listTabs({ shellUrl, environment }: Product, folder: string): Promise<void> {
  const { operatorKeys }: ConfigJson = await (await fetch(`${shellUrl}/config.json`)).json()
  const tabs = KINDS.map((kind) => readPackage(join(folder, `mf-${kind}`)))
  const listings = Object.fromEntries(tabs.map((tab) => [tab.name, proposedListing(tab, operatorKeys)]))
  await writeFile(join(environment.DATA_DIR ?? '', 'remotes.json'), JSON.stringify(listings))
}

/** Writes the tab that `npm create` makes of each kind into a folder, as the patches of `bugs` expect them. */
export function createTabs(folder: string): void {
  for (const [index, kind] of KINDS.entries()) {
    const label = kind.replace(/^./, (first) => first.toUpperCase())
    writeTab(folder, newTab(`mf-${kind}`, label, 100 + index, kind), 'standalone')
  }
}

async function firstFailure(
  copy: string,
  { folder, patch }: Trial,
  env: NodeJS.ProcessEnv,
  stop: AbortSignal,
): Promise<string | undefined> {
  const cwd = join(copy, folder)
  const output = join(copy, '.git/output')
  if (patch) await git(copy, 'apply', patch)
  try {
    for (const { name, program, args, failure } of SUITES) {
      const file = await open(output, 'w')
      const options = { cwd, env, stop, output: file.fd, timeout: TIME_LIMIT }
      const code = await runGroup(programOf(cwd, ...program), args, options).finally(() => file.close())
      if (code === 0) continue
      const text = await readFile(output, 'utf8')
      return `${name}: ${failure.exec(text)?.[1] ?? text.trim().split('\n').at(-1)}`
    }
    return undefined
  } finally {
    await git(copy, 'reset', '--quiet', '--hard')
    await git(copy, 'clean', '--quiet', '--force', '-d')
  }
}
