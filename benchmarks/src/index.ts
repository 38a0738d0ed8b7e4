import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { asCommandError, CommandError, ROOT } from 'workspace'
import { currentCommit, currentLoad, describeMachine } from './machine'
import { renderMeasured, writeTable } from './report'
import { type Measured, type Result, readResult, writeResult } from './results'
import { type Bench, createBench, type Suite } from './suite'
import { suites as allSuites } from './suites'

/** Where the suites and their results are. */
export interface Repository {
  suites: Record<string, () => Promise<Suite>>
  /** The folder of the results and their tables. */
  results: string
  print(text: string): void
}

const repository: Repository = {
  suites: allSuites,
  results: join(ROOT, 'benchmarks/results'),
  print: (text) => void process.stdout.write(`${text}\n`),
}

/**
 * `npm run bench`: runs the suites named, or all, and keeps what they measured. With `--quick`, a first impression that
 * is not kept; with `--report`, the tables of what was measured before; with `--runs`, as often as that and not nine times.
 *
 * @returns 1 when a bound is not kept or a suite cannot be run to its end, otherwise 0
 */
export async function run(args: string[], stop: AbortSignal, place = repository): Promise<number> {
  const { names, quick, report, runs } = readArgs(args, Object.keys(place.suites))
  if (report) {
    for (const name of names) {
      const result = await readResult(place.results, name)
      if (result) await writeTable(place.results, result)
    }
    return 0
  }
  const missed: Measured[] = []
  const ended: string[] = []
  for (const name of names) {
    const result = await runSuite(place, name, { quick, runs, stop }).catch((error: unknown) => {
      // What one suite lacks, the next may not need.
      if (stop.aborted || !(error instanceof CommandError)) throw error
      place.print(`\n${error.message}`)
      ended.push(name)
    })
    if (!result) continue
    missed.push(...result.measures.filter(({ holds }) => !holds))
    if (quick) continue
    await writeResult(place.results, result)
    await writeTable(place.results, result)
  }
  if (missed.length > 0) place.print(`\nNot kept: ${missed.map(({ name }) => name).join('; ')}.`)
  if (ended.length > 0) place.print(`\nNot run to the end: ${ended.join(', ')}.`)
  if (missed.length + ended.length > 0) return 1
  place.print('\nEvery bound is kept.')
  return 0
}

function readArgs(args: string[], known: string[]) {
  const usage = `Usage: npm run bench -- [--quick|--report] [--runs <n>] [${known.join('|')}] …`
  const options = {
    quick: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    runs: { type: 'string' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const unknown = positionals.find((name) => !known.includes(name))
    if (unknown !== undefined) throw new CommandError(`There is no suite "${unknown}".`)
    const runs = Number(values.runs ?? (values.quick ? 3 : 9))
    if (!Number.isSafeInteger(runs) || runs < 1) throw new CommandError(`"${values.runs}" is no number of runs.`)
    return { ...values, runs, names: positionals.length > 0 ? positionals : known }
  } catch (error) {
    throw new CommandError(`${asCommandError(error).message}\n${usage}`)
  }
}

async function runSuite(place: Repository, name: string, how: Pick<Bench, 'quick' | 'runs' | 'stop'>): Promise<Result> {
  const suite = await place.suites[name]?.()
  if (!suite) throw new CommandError(`There is no suite "${name}".`)
  place.print(`\n${suite.title}`)
  const measures: Measured[] = []
  const [commit, begun] = [await currentCommit(how.stop), currentLoad()]
  await suite.run(
    createBench(how, (measured) => {
      measures.push(measured)
      place.print(renderMeasured(measured))
    }),
  )
  const { title } = suite
  const date = new Date().toISOString()
  return { suite: name, title, commit, date, machine: describeMachine(), load: [begun, currentLoad()], measures }
}
