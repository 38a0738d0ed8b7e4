import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNode } from '../child'
import { programOf } from '../program'
import type { Package } from '../project'
import { type Counts, countsOf } from './counts'

/** Runs the tests of one package without output and counts them. */
export async function countTests(
  { directory }: Package,
  stop: AbortSignal,
): Promise<{ counts: Counts; output: string }> {
  let output = ''
  const counts = await countRun(async (report) => {
    const options = { cwd: directory, signal: stop, killSignal: 'SIGINT' } as const
    const result = await runNode(programOf(directory, 'vitest', 'vitest.mjs'), vitestArguments(report), options)
    output = result.output
    return result.code
  })
  return { counts, output }
}

/** The arguments of a run of Vitest that also writes its JSON report to a file. */
export function vitestArguments(report: string): string[] {
  return ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
}

/**
 * Counts the tests of a run of Vitest or Playwright.
 *
 * @param run gets the path of a file for the JSON report, and returns the exit code
 */
export async function countRun(run: (report: string) => Promise<number | null>): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-tests-'))
  const report = join(folder, 'report.json')
  try {
    const code = await run(report)
    return countsOf(await readJson(report), code === 0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}
