import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, UsageError } from '@canje/cli/project'
import { ROOT } from 'repo'
import { currentCommit, currentLoad, describeMachine } from './machine'
import { renderMeasured, renderResult } from './render-result'
import { type Measured, type Result, readResult, writeResult } from './results'
import { type Bench, createBench, type Suite } from './suite'
import { suites as allSuites } from './suites'

export const usage = `Usage: npm run bench -- [--quick|--report] [--runs <n>] [${Object.keys(allSuites).join('|')}] …`

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
 * `npm run bench`: runs the named suites, or all, prints their tables and stores their results. `--quick` uses three runs
 * over little data, and stores nothing. `--report` prints the tables of the stored results. `--runs` replaces the default of five runs.
 *
 * @returns 1 when a threshold is missed or a suite cannot be completed, otherwise 0
 * @throws {UsageError} for an unknown suite or wrong number of runs
 */
export async function run(args: string[], stop: AbortSignal, repository = thisRepository): Promise<number> {
  const { names, quick, report, runs } = readArgs(args, Object.keys(repository.suites))
  if (report) {
    for (const name of names) {
      const result = await readResult(repository.results, name)
      if (result) repository.print(`\n${renderResult(result)}`)
    }
    return 0
  }
  const missed: Measured[] = []
  const ended: string[] = []
  for (const name of names) {
    const result = await runSuite(repository, name, { quick, runs, stop }).catch((error: unknown) => {
      // A suite may lack a prerequisite that the next one does not need.
      if (stop.aborted || !(error instanceof CommandError)) throw error
      repository.print(`\n${error.message}`)
      ended.push(name)
    })
    if (!result) continue
    missed.push(...result.measures.filter(({ holds }) => !holds))
    repository.print(`\n${renderResult(result)}`)
    if (!quick) await writeResult(repository.results, result)
  }
  if (missed.length > 0) repository.print(`\nThresholds missed: ${missed.map(({ name }) => name).join('; ')}.`)
  if (ended.length > 0) repository.print(`\nSuites not completed: ${ended.join(', ')}.`)
  if (missed.length + ended.length > 0) return 1
  repository.print('\nAll thresholds are met.')
  return 0
}

function readArgs(args: string[], known: string[]) {
  const options = {
    quick: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    runs: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new UsageError(`There is no suite "${unknown}".`)
  const runs = Number(values.runs ?? (values.quick ? 3 : 5))
  if (!Number.isSafeInteger(runs) || runs < 1)
    throw new UsageError(`--runs takes a positive integer, not "${values.runs}".`)
  return { ...values, runs, names: positionals.length > 0 ? positionals : known }
}

async function runSuite(
  repository: Repository,
  name: string,
  options: Pick<Bench, 'quick' | 'runs' | 'stop'>,
): Promise<Result> {
  const suite = await repository.suites[name]?.()
  if (!suite) throw new CommandError(`There is no suite "${name}".`)
  repository.print(`\n${suite.title}`)
  const measures: Measured[] = []
  const [commit, begun] = [await currentCommit(options.stop), currentLoad()]
  await suite.run(
    createBench(options, (measured) => {
      measures.push(measured)
      repository.print(renderMeasured(measured))
    }),
  )
  const { title } = suite
  const date = new Date().toISOString()
  return { suite: name, title, commit, date, machine: describeMachine(), load: [begun, currentLoad()], measures }
}
