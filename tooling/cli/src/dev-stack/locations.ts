import { resolve } from 'node:path'
import * as v from 'valibot'
import { CommandError } from '../project/command-error'
import { repositoryOf } from '../project/project'

export const text = (fallback: string) => v.optional(v.string(), fallback)

export const wholeNumber = (fallback: number, lowest: number, highest: number, expectation = 'a whole number') =>
  v.pipe(
    text(String(fallback)),
    v.check(
      (value) => /^\d{1,9}$/.test(value) && Number(value) >= lowest && Number(value) <= highest,
      `${expectation} from ${lowest} to ${highest}`,
    ),
    v.transform(Number),
  )

export const port = (fallback: number) => wholeNumber(fallback, 1, 65_535, 'a port')

/** Rejects `s3://bucket` and `host:/folder`: they are valid paths, but mean a location elsewhere. */
const isFolderPath = (value: string) => /^(?![^/]*:)./.test(value)

/** The settings of `npm start` that its releases need too. */
export const locations = {
  PORT: port(3000),
  DATA_DIR: v.pipe(text('.data'), v.check(isFolderPath, 'a folder of this machine')),
}

/**
 * Reads where `npm start` serves the shell and keeps its data. An empty variable counts as unset.
 *
 * @param folder a folder of the repository
 * @returns the port, and the absolute path of the data directory
 * @throws CommandError naming every invalid setting in one line
 */
export function readLocations(environment: Record<string, string | undefined>, folder: string) {
  const { PORT, DATA_DIR } = parseSettings(v.object(locations), environment)
  return { PORT, DATA_DIR: resolve(repositoryOf(folder), DATA_DIR) }
}

/** @throws CommandError naming every invalid setting in one line */
export function parseSettings<T extends v.GenericSchema>(
  schema: T,
  environment: Record<string, string | undefined>,
): v.InferOutput<T> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = v.safeParse(schema, given)
  if (result.success) return result.output
  throw settingsError(
    result.issues.map((issue) => `${v.getDotPath(issue)} must be ${issue.message}${actualValue(issue)}`),
  )
}

/** Omits a value that may contain a password. */
function actualValue(issue: v.BaseIssue<unknown>): string {
  const value = String(issue.input)
  return v.getDotPath(issue)?.endsWith('_URL') || value.includes('@') ? '' : `, not ${JSON.stringify(value)}`
}

export function settingsError(findings: string[]): CommandError {
  return new CommandError(`Wrong settings: ${findings.join('; ')}.`)
}
