import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { Threshold } from './threshold'

const Summary = v.object({ median: v.number(), low: v.number(), high: v.number(), runs: v.number() })

const Measured = v.object({
  name: v.string(),
  /** Unit of the values, such as `ms`. A ratio has no unit. */
  unit: v.string(),
  subject: Summary,
  reference: v.optional(Summary),
  /** Subject over reference, computed per round. */
  ratio: v.optional(Summary),
  /** The threshold, under the name that stored results use. */
  bound: v.optional(Threshold),
  /** Whether the median meets the threshold. */
  holds: v.boolean(),
})
/** One row of a table. */
export type Measured = v.InferOutput<typeof Measured>

const Result = v.object({
  suite: v.string(),
  title: v.string(),
  commit: v.string(),
  date: v.string(),
  machine: v.string(),
  /** Load average of the last minute, when the suite started and when it ended. */
  load: v.tuple([v.number(), v.number()]),
  measures: v.array(Measured),
})
/** The measures of one suite, with the machine and the date. */
export type Result = v.InferOutput<typeof Result>

/** Writes a result to `<folder>/<suite>.json`, and creates the folder if it is missing. */
export async function writeResult(folder: string, result: Result): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(fileOf(folder, result.suite), `${JSON.stringify(result, null, 2)}\n`)
}

/** @returns undefined for a suite that has never completed */
export async function readResult(folder: string, suite: string): Promise<Result | undefined> {
  const text = await readFile(fileOf(folder, suite), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : v.parse(Result, JSON.parse(text))
}

function fileOf(folder: string, suite: string): string {
  return join(folder, `${suite}.json`)
}
