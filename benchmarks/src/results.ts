import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Measured } from './suite'

/** The measures of one suite, with the machine and the date. */
export interface Result {
  suite: string
  title: string
  commit: string
  date: string
  machine: string
  measures: Measured[]
}

/** Writes a result to `<folder>/<suite>.json`, and creates the folder if it is missing. */
export async function writeResult(folder: string, result: Result): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${result.suite}.json`), `${JSON.stringify(result, null, 2)}\n`)
}
