import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildOutOfDate, isRemote, overBudget, type Package, runNode, type Scope } from '@canje/cli/project'
import { type Counts, countTests, oneTest } from '@canje/cli/project/test-runner'
import { releaseAsDocumented } from './documented-release'
import { type Product, startProduct } from './testing/product'
import { findPackages, findProjects, ROOT } from './workspace'

/** One check of `npm test`. */
export interface Step {
  /** The kind of check, then the package: `unit shell`. */
  name: string
  run(stop: AbortSignal): Promise<{ counts: Counts; output: string }>
}

/** Steps that may run concurrently. */
export interface Phase {
  steps: Step[]
  /** The maximum number of steps that run at the same time. */
  concurrency: number
}

/**
 * All steps of `npm test`, quick checks first.
 *
 * @param scope closes the product of the releases
 */
export function allPhases(scope: Scope): Phase[] {
  const tested = findPackages().filter(({ hasTests }) => hasTests)
  const browser = tested.filter(({ name }) => name === 'e2e')
  const units = tested.filter((candidate) => !isRemote(candidate) && !browser.includes(candidate))
  const checks = [
    check('lint', '@biomejs/biome/bin/biome', ['check']),
    check('types', 'typescript/bin/tsc', ['--noEmit']),
    // Built before the tests, so that two of them do not start the same build.
    { name: 'build', run: build },
    { name: 'budgets', run: checkBudgets },
  ]
  const folders = [...units.map((unit) => tests('unit', unit)), ...releases(tested.filter(isRemote), scope)]
  return [
    { steps: checks, concurrency: 1 },
    // Tests wait at times for processes or timers: three at a time keep two cores busy.
    { steps: folders, concurrency: 3 },
    { steps: browser.map((browserTests) => tests('browser', browserTests)), concurrency: 1 },
  ]
}

/** All runs of the seeded tests and all browser tests, of which `npm test` makes a sample. */
export function longPhases(): Phase[] {
  const tested = findPackages().filter(({ hasTests }) => hasTests)
  const seeded = tested.filter(({ directory }) => hasSeededTests(directory))
  const browser = tested.filter(({ name }) => name === 'e2e')
  const steps = seeded.map((target) => ({
    name: `long ${target.name.replace('@canje/', '')}`,
    run: (stop: AbortSignal) => countTests(target, stop, { args: ['.seeded.test.'], env: { LONG_TESTS: '1' } }),
  }))
  return [
    { steps, concurrency: 2 },
    { steps: browser.map((browserTests) => tests('long', browserTests, { LONG_TESTS: '1' })), concurrency: 1 },
  ]
}

function hasSeededTests(directory: string): boolean {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).some((file) =>
    /\.seeded\.test\.tsx?$/.test(file),
  )
}

function check(name: string, script: string, args: string[]): Step {
  return {
    name,
    async run(signal) {
      const { code, output } = await runNode(join(ROOT, 'node_modules', script), args, { cwd: ROOT, signal })
      return { counts: oneTest(code === 0), output }
    },
  }
}

function tests(kind: string, target: Package, env: NodeJS.ProcessEnv = {}): Step {
  return {
    name: `${kind} ${target.name.replace('@canje/', '')}`,
    run: (stop) => countTests(target, stop, { args: [], env }),
  }
}

/** Releases of remotes, which run their tests, to one product. It starts with the first of them. */
function releases(remotes: Package[], scope: Scope): Step[] {
  let product: Promise<Product> | undefined
  return remotes.map(({ name }) => ({
    name: `remote ${name}`,
    async run(stop) {
      product ??= scope.open(startProduct(scope.signal))
      return releaseAsDocumented(name, await product, stop)
    },
  }))
}

async function build(stop: AbortSignal) {
  await buildOutOfDate(findProjects(), stop)
  return { counts: oneTest(true), output: '' }
}

async function checkBudgets() {
  const findings = findProjects().flatMap((project) => overBudget(project))
  return { counts: oneTest(findings.length === 0), output: findings.join('\n') }
}
