import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { asCommandError, CommandError, Scope, secondsSince } from '@canje/cli/project'
import { type Counts, oneTest, runTests, skipLines, sum, summary } from '@canje/cli/project/test-runner'
import pLimit from 'p-limit'
import { allPhases, longPhases, type Phase, type Step } from '../steps'

/**
 * `npm test`: all checks and tests, or with `--only` the steps whose names start with its value.
 * `npm run test:long`: all runs of the seeded tests, with their output.
 * `npm test -w <package>`: the tests of one folder.
 */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  const [folder, ...runnerArgs] = args
  if (folder && !folder.startsWith('-')) {
    const { code } = await runTests({ directory: resolve(folder) }, runnerArgs, stop)
    return code ?? 1
  }
  const { only, long } = parseArgs({ args, options: { only: { type: 'string' }, long: { type: 'boolean' } } }).values
  const results: Counts[] = []
  const scope = new Scope(stop)
  try {
    for (const { steps, concurrency } of chosenPhases(long ? longPhases() : allPhases(scope), only))
      results.push(...(await pLimit(concurrency).map(steps, (step) => report(step, stop, long))))
  } finally {
    await scope.close()
  }
  const total = sum(results)
  console.log(['', ...skipLines(total), summary(total)].join('\n'))
  return total.failed === 0 ? 0 : 1
}

function chosenPhases(phases: Phase[], only = ''): Phase[] {
  const chosen = phases.map((phase) => ({ ...phase, steps: phase.steps.filter(({ name }) => name.startsWith(only)) }))
  if (chosen.some(({ steps }) => steps.length > 0)) return chosen
  const names = phases.flatMap(({ steps }) => steps.map(({ name }) => name))
  throw new CommandError(`No step has a name that starts with "${only}". Choose one of: ${names.join(', ')}.`)
}

async function report(step: Step, stop: AbortSignal, showOutput = false): Promise<Counts> {
  const start = Date.now()
  const { counts, output } = await step.run(stop).catch((error: unknown) => {
    stop.throwIfAborted()
    return { counts: oneTest(false), output: asCommandError(error).message }
  })
  console.log(`${counts.failed > 0 ? '✗' : '✓'} ${step.name}: ${summary(counts)} (${secondsSince(start)})`)
  if (counts.failed > 0 || showOutput) console.log(`\n${output.trim()}\n`)
  return counts
}
