import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, UsageError } from '@canje/cli/project'
import { ROOT } from 'repo'
import { currentCommit, currentLoad, describeMachine } from './machine'
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
  print(text: string): void
}

const thisRepository: Repository = {
  suites: allSuites,
  results: join(ROOT, 'benchmarks/results'),
  print: (text) => void process.stdout.write(`${text}\n`),
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
  const known = Object.keys(repository.suites)
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new UsageError(`There is no suite "${unknown}".`)
  let code = 0
  for (const name of positionals.length > 0 ? positionals : known) {
    try {
      const result = await runSuite(repository, name, { quick, runs: quick ? 3 : 5, stop })
      repository.print(`\n${renderResult(result)}`)
      if (!quick) await writeResult(repository.results, result)
    } catch (error) {
      // A suite may lack a prerequisite that the next one does not need.
      if (stop.aborted || !(error instanceof CommandError)) throw error
      repository.print(`\n${error.message}\nNot completed: ${name}.`)
      code = 1
    }
  }
  return code
}

async function runSuite(
  repository: Repository,
  name: string,
  options: Pick<Bench, 'quick' | 'runs' | 'stop'>,
): Promise<Result> {
  const suite = await repository.suites[name]?.()
  if (!suite) throw new CommandError(`There is no suite "${name}".`)
  const { title } = suite
  repository.print(`\n${title}`)
  const measures: Measured[] = []
  const [commit, begun] = [await currentCommit(options.stop), currentLoad()]
  await suite.run({
    ...options,
    record(name, values) {
      const measured = measure(name, values)
      measures.push(measured)
      repository.print(renderMeasured(measured))
    },
  })
  const date = new Date().toISOString()
  return { suite: name, title, commit, date, machine: describeMachine(), load: [begun, currentLoad()], measures }
}
