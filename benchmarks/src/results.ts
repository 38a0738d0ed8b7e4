import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { Bound } from './threshold'

const Summary = v.object({ median: v.number(), low: v.number(), high: v.number(), runs: v.number() })

const Measured = v.object({
  name: v.string(),
  /** Of the values; a ratio has none. */
  unit: v.string(),
  subject: Summary,
  reference: v.optional(Summary),
  /** Subject over reference, round by round. */
  ratio: v.optional(Summary),
  bound: v.optional(Bound),
  /** Whether the median keeps to the bound. */
  holds: v.boolean(),
})
/** One line of a table. */
export type Measured = v.InferOutput<typeof Measured>

const Result = v.object({
  suite: v.string(),
  title: v.string(),
  commit: v.string(),
  date: v.string(),
  machine: v.string(),
  /** How many processes wanted a core, on average over the last minute, when the suite began and when it ended. */
  load: v.tuple([v.number(), v.number()]),
  measures: v.array(Measured),
})
/** What one suite measured, on which machine, when. */
export type Result = v.InferOutput<typeof Result>

export async function writeResult(folder: string, result: Result): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(fileOf(folder, result.suite), `${JSON.stringify(result, null, 2)}\n`)
}

/** @returns undefined for a suite that was never run to its end */
export async function readResult(folder: string, suite: string): Promise<Result | undefined> {
  const text = await readFile(fileOf(folder, suite), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : v.parse(Result, JSON.parse(text))
}

function fileOf(folder: string, suite: string): string {
  return join(folder, `${suite}.json`)
}
