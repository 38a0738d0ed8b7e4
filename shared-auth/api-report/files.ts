import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import semver from 'semver'
import type { ReportedApi } from './changes'

/** Absolute path of shared-auth. */
export const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
/** The report of today's sources. */
export const REPORT = join(PACKAGE, 'api-report.d.ts')
const RELEASES = join(PACKAGE, 'releases')
const ENDING = '.d.ts'

/** The version that shared-auth has today. */
export function currentVersion(): string {
  return JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version
}

/** Where the report of a released version is kept. */
export function releasedReport(version: string): string {
  return join(RELEASES, `${version}${ENDING}`)
}

/** The newest release, by version. */
export function lastRelease(): ReportedApi {
  const [version] = semver.rsort(readdirSync(RELEASES).map((file) => basename(file, ENDING)))
  if (!version) throw new Error(`${RELEASES} holds no report of a release.`)
  return { version, report: readFileSync(releasedReport(version), 'utf8') }
}
