import { join } from 'node:path'
import { overBudget } from '../budgets'
import { buildOutOfDate } from '../build'
import { runNode } from '../child'
import { findPackages, findProjects, isRemote, type Package, ROOT } from '../workspace'
import { type Counts, oneTest } from './counts'
import { countTests } from './test-run'

/** One thing that must hold. */
export interface Step {
  /** What it checks, then where: `unit shell`. */
  name: string
  run(stop: AbortSignal): Promise<{ counts: Counts; output: string }>
}

/** Everything that must hold, quick checks first. */
export function allSteps(): Step[] {
  const tested = findPackages().filter(({ hasTests }) => hasTests)
  const browser = tested.filter(({ name }) => name === 'browser-tests')
  const units = tested.filter((candidate) => !isRemote(candidate) && !browser.includes(candidate))
  return [
    check('lint', '@biomejs/biome/bin/biome', ['check']),
    check('types', 'typescript/bin/tsc', ['--noEmit']),
    ...units.map((unit) => tests('unit', unit)),
    ...tested.filter(isRemote).map((remote) => tests('remote', remote)),
    { name: 'build', run: build },
    { name: 'budgets', run: keepBudgets },
    ...browser.map((browserTests) => tests('browser', browserTests)),
  ]
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

function tests(kind: string, target: Package): Step {
  return { name: `${kind} ${target.name}`, run: (stop) => countTests(target, stop) }
}

async function build(stop: AbortSignal) {
  await buildOutOfDate(findProjects(), stop)
  return { counts: oneTest(true), output: '' }
}

async function keepBudgets() {
  const findings = findProjects().flatMap(overBudget)
  return { counts: oneTest(findings.length === 0), output: findings.join('\n') }
}
