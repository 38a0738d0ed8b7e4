import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { asCommandError, CommandError } from '../command-error'
import { secondsSince } from '../duration'
import { type Counts, oneTest, sum, summary } from '../testing/counts'
import { allSteps, type Step } from '../testing/steps'
import { runTests } from '../testing/test-run'

/**
 * `npm test`: everything that must hold, or with `--only` the steps of that name.
 * `npm test -w <package>`: the tests of one folder.
 */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  const [folder, ...runnerArgs] = args
  if (folder && !folder.startsWith('-')) {
    const { code } = await runTests({ directory: resolve(folder) }, runnerArgs, stop)
    return code ?? 1
  }
  const results: Counts[] = []
  for (const step of chosenSteps(args)) results.push(await report(step, stop))
  const total = sum(results)
  console.log(`\n${summary(total)}`)
  return total.failed === 0 ? 0 : 1
}

function chosenSteps(args: string[]): Step[] {
  const { only = '' } = parseArgs({ args, options: { only: { type: 'string' } } }).values
  const steps = allSteps().filter(({ name }) => name.startsWith(only))
  if (steps.length > 0) return steps
  throw new CommandError(
    `No step is named "${only}". There are: ${allSteps()
      .map(({ name }) => name)
      .join(', ')}.`,
  )
}

async function report(step: Step, stop: AbortSignal): Promise<Counts> {
  const start = Date.now()
  process.stdout.write(`${step.name} … `)
  const { counts, output } = await step.run(stop).catch((error: unknown) => {
    stop.throwIfAborted()
    return { counts: oneTest(false), output: asCommandError(error).message }
  })
  console.log(`${counts.failed > 0 ? '✗' : '✓'} ${summary(counts)} (${secondsSince(start)})`)
  if (counts.failed > 0) console.log(`\n${output.trim()}\n`)
  return counts
}
