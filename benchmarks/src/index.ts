import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, UsageError } from '@canje/cli/project'
import { ROOT } from 'repo'
import { currentCommit, describeMachine } from './machine'
import { renderMeasured, renderResult } from './render-result'
import { type Result, writeResult } from './results'
import { type Bench, type Measured, measure, type Suite } from './suite'
import { suites as allSuites } from './suites'

export const usage = `Usage: npm run bench -- [--quick] [${Object.keys(allSuites).join('|')}] …`

/** The suites, and where their results are stored. */
export interface Repository {
  suites: Record<string, () => Promise<Suite>>
  /** Absolute path of the folder with the stored results. */
  results: string
}

const thisRepository: Repository = {
  suites: allSuites,
  results: join(ROOT, 'benchmarks/results'),
}

/**
 * `npm run bench`: runs the named suites, or all, prints their tables and stores their results. `--quick` uses three rounds
 * in place of five, over little data, and stores nothing.
 *
 * @returns 1 when a suite cannot be completed, otherwise 0
 * @throws {UsageError} for an unknown suite
 */
export async function run(args: string[], stop: AbortSignal, repository = thisRepository): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: { quick: { type: 'boolean' } }, allowPositionals: true })
  const { quick = false } = values
  const unknown = positionals.find((name) => !Object.hasOwn(repository.suites, name))
  if (unknown !== undefined) throw new UsageError(`There is no suite "${unknown}".`)
  let code = 0
  for (const [name, load] of Object.entries(repository.suites)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    try {
      const result = await runSuite(name, await load(), { quick, runs: quick ? 3 : 5, stop })
      console.log(`\n${renderResult(result)}`)
      if (!quick) await writeResult(repository.results, result)
    } catch (error) {
      // A suite may lack a prerequisite that the next one does not need.
      if (stop.aborted || !(error instanceof CommandError)) throw error
      console.log(`\n${error.message}\nNot completed: ${name}.`)
      code = 1
    }
  }
  return code
}

async function runSuite(name: string, suite: Suite, options: Omit<Bench, 'record'>): Promise<Result> {
  const { title } = suite
  console.log(`\n${title}`)
  const measures: Measured[] = []
  const commit = await currentCommit(options.stop)
  await suite.run({
    ...options,
    record(name, values) {
      const measured = measure(name, values)
      measures.push(measured)
      console.log(renderMeasured(measured))
    },
  })
  const date = new Date().toISOString()
  return { suite: name, title, commit, date, machine: describeMachine(), measures }
}
