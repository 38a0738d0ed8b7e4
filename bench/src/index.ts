import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { asCommandError, CommandError } from 'local-stack/src/command-error'
import { ROOT } from 'local-stack/src/workspace'
import { currentCommit, currentLoad, describeMachine } from './machine'
import { publishResult, renderMeasured } from './report'
import { type Measured, type Result, readResult, writeResult } from './results'
import { createBench, type Suite } from './suite'
import { suites as allSuites } from './suites'

/** Where the suites and their results are. */
export interface Repository {
  suites: Record<string, () => Promise<Suite>>
  /** The folder of the results. */
  results: string
  /** The document with their tables. */
  document: string
  print(text: string): void
}

const repository: Repository = {
  suites: allSuites,
  results: join(ROOT, 'bench/results'),
  document: join(ROOT, 'docs/performance.md'),
  print: (text) => void process.stdout.write(`${text}\n`),
}

/**
 * `npm run bench`: runs the suites named, or all, and keeps what they measured. With `--quick`, a first impression that
 * is not kept; with `--report`, the tables of what was measured before.
 *
 * @returns 1 when a bound is not kept, otherwise 0
 */
export async function run(args: string[], stop: AbortSignal, place = repository): Promise<number> {
  const { names, quick, report } = readArgs(args, Object.keys(place.suites))
  if (report) {
    for (const name of names) await publish(place, await readResult(place.results, name))
    return 0
  }
  const missed: Measured[] = []
  for (const name of names) {
    const result = await runSuite(place, name, quick, stop)
    missed.push(...result.measures.filter(({ holds }) => !holds))
    if (quick) continue
    await writeResult(place.results, result)
    await publish(place, result)
  }
  place.print(
    missed.length === 0 ? '\nEvery bound is kept.' : `\nNot kept: ${missed.map(({ name }) => name).join('; ')}.`,
  )
  return missed.length === 0 ? 0 : 1
}

function readArgs(args: string[], known: string[]) {
  const usage = `Usage: npm run bench -- [--quick|--report] [${known.join('|')}] …`
  const options = { quick: { type: 'boolean', default: false }, report: { type: 'boolean', default: false } } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const unknown = positionals.find((name) => !known.includes(name))
    if (unknown !== undefined) throw new CommandError(`There is no suite "${unknown}".`)
    return { ...values, names: positionals.length > 0 ? positionals : known }
  } catch (error) {
    throw new CommandError(`${asCommandError(error).message}\n${usage}`)
  }
}

async function runSuite(place: Repository, name: string, quick: boolean, stop: AbortSignal): Promise<Result> {
  const suite = await place.suites[name]?.()
  if (!suite) throw new CommandError(`There is no suite "${name}".`)
  place.print(`\n${suite.title}`)
  const measures: Measured[] = []
  const begun = currentLoad()
  await suite.run(
    createBench({ quick, stop }, (measured) => {
      measures.push(measured)
      place.print(renderMeasured(measured))
    }),
  )
  const { title } = suite
  const [commit, date] = [await currentCommit(stop), new Date().toISOString()]
  return { suite: name, title, commit, date, machine: describeMachine(), load: [begun, currentLoad()], measures }
}

async function publish({ document }: Repository, result: Result | undefined): Promise<void> {
  if (result) await publishResult(document, result)
}
