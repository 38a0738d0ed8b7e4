import { parseArgs } from 'node:util'
import {
  asCommandError,
  buildOutOfDate,
  CommandError,
  overBudget,
  programOf,
  requireProjects,
  secondsSince,
  UsageError,
} from '@canje/cli/project'
import {
  type Counts,
  countRun,
  findChromium,
  oneTest,
  skipLines,
  sum,
  summary,
  vitestArguments,
} from '@canje/cli/project/test-runner'
import { scoreKit } from '../kit/score'
import { runGroup, runNpm } from '../process-group'
import { ROOT } from '../workspace'

/** One check, with its output on this terminal. */
type Step = (stop: AbortSignal) => Promise<Counts>

const STEPS: Record<string, Step> = {
  lint: (stop) => check('lint', stop),
  types: (stop) => check('typecheck', stop),
  budgets: checkBudgets,
  unit: vitest,
  browser: playwright,
}

/** With `LONG_TESTS`. */
const LONG_STEPS: Record<string, Step> = {
  unit: vitest,
  browser: playwright,
  score: (stop) => scoreKit(stop).then(() => oneTest(true)),
}

/** With `--browsers` (D50, three engines). */
const BROWSER_STEPS: Record<string, Step> = { engines: otherEngines }

export const usage = `Usage:
  npm test [-- --only ${Object.keys(STEPS).join('|')}]
  npm run test:long [-- --only ${Object.keys(LONG_STEPS).join('|')}]
  npm run test:browsers   daily jobs in Firefox and WebKit
To choose tests: npx vitest run, npx playwright test.`

/**
 * `npm test`: all checks and tests, or with `--only` the step of that name. `npm run test:long`: all cases
 * of the tests of which `npm test` makes a sample. `npm run test:browsers`: the daily jobs in the other engines.
 */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  const options = { only: { type: 'string' }, long: { type: 'boolean' }, browsers: { type: 'boolean' } } as const
  const { only, long, browsers } = parseArgs({ args, options }).values
  const all = browsers ? BROWSER_STEPS : long ? LONG_STEPS : STEPS
  if (long) process.env.LONG_TESTS = '1'
  const steps = Object.entries(all).filter(([name]) => !only || name === only)
  if (steps.length === 0) throw new UsageError(`No step is named "${only}".`)
  const results: Counts[] = []
  for (const [name, step] of steps) results.push(await report(name, step, stop))
  const total = sum(results)
  console.log([...(total.failures ?? []).map((name) => `✗ ${name}`), ...skipLines(total), summary(total)].join('\n'))
  return total.failed === 0 ? 0 : 1
}

async function report(name: string, step: Step, stop: AbortSignal): Promise<Counts> {
  const start = Date.now()
  const counts = await step(stop).catch((error: unknown) => {
    stop.throwIfAborted()
    console.error(asCommandError(error).message)
    return oneTest(false)
  })
  console.log(`${counts.failed > 0 ? '✗' : '✓'} ${name}: ${summary(counts)} (${secondsSince(start)})\n`)
  return counts
}

/** Runs a script of the repository's package.json. */
async function check(script: string, stop: AbortSignal): Promise<Counts> {
  return oneTest((await runNpm(['run', '--silent', script], { cwd: ROOT, stop })) === 0)
}

async function checkBudgets(stop: AbortSignal): Promise<Counts> {
  const projects = requireProjects(ROOT)
  await buildOutOfDate(projects, stop)
  const findings = projects.flatMap((project) => overBudget(project))
  if (findings.length > 0) throw new CommandError(findings.join('\n'))
  return oneTest(true)
}

async function vitest(stop: AbortSignal): Promise<Counts> {
  // Before the tests: several of them would install it at the same time.
  process.env.CHROMIUM_PATH = await findChromium(process.env, stop)
  const script = programOf(ROOT, 'vitest', 'vitest.mjs')
  return countRun((report) => runGroup(script, vitestArguments(report), { cwd: ROOT, stop }))
}

async function otherEngines(stop: AbortSignal): Promise<Counts> {
  const script = programOf(ROOT, 'vitest', 'vitest.mjs')
  return countRun((report) =>
    runGroup(script, [...vitestArguments(report), '--root', 'e2e/browsers'], { cwd: ROOT, stop }),
  )
}

async function playwright(stop: AbortSignal): Promise<Counts> {
  process.env.CHROMIUM_PATH = await findChromium(process.env, stop)
  return countRun((report) => {
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    return runNpm(['test', '-w', 'e2e', '--', '--reporter=list,json'], { cwd: ROOT, env, stop })
  })
}
