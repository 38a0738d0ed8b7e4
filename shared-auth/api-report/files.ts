import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import semver from 'semver'
import type { ReportedApi } from './changes'

/** Absolute path of shared-auth. */
export const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
/** Absolute path of the report of the current sources. */
export const REPORT = join(PACKAGE, 'api-report.d.ts')
const RELEASES = join(PACKAGE, 'releases')
const EXTENSION = '.d.ts'

/** The version in shared-auth's package.json. */
export function currentVersion(): string {
  return JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version
}

/** Absolute path of the report of a released version. */
export function releasedReport(version: string): string {
  return join(RELEASES, `${version}${EXTENSION}`)
}

/**
 * The released version with the highest number, and its report.
 *
 * @throws Error when no report of a release exists
 */
export function lastRelease(): ReportedApi {
  const [version] = semver.rsort(readdirSync(RELEASES).map((file) => basename(file, EXTENSION)))
  if (!version) throw new Error(`No API report of a release in ${RELEASES}: restore it from version control.`)
  return { version, report: readFileSync(releasedReport(version), 'utf8') }
}
