import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import semver from 'semver'
import { apiReport } from './api-report'
import { type ReportedApi, versionFinding } from './changes'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const RELEASES = join(PACKAGE, 'releases')
const EXTENSION = '.api.md'

/** The version and the public API of the sources. */
export function currentApi(): ReportedApi {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  return { version, report: apiReport(PACKAGE) }
}

/**
 * The released version with the highest number, and its report.
 *
 * @throws Error when no report of a release exists
 */
export function lastRelease(): ReportedApi {
  const [version] = semver.rsort(readdirSync(RELEASES).map((file) => basename(file, EXTENSION)))
  if (!version) throw new Error(`No API report of a release in ${RELEASES}: restore it from version control.`)
  return { version, report: readFileSync(join(RELEASES, `${version}${EXTENSION}`), 'utf8') }
}

/** Stores the report of a version that is released, unless its number is too low for its changes. */
function storeRelease(): void {
  const current = currentApi()
  const finding = versionFinding(lastRelease(), current)
  if (finding) {
    console.error(finding)
    process.exitCode = 1
    return
  }
  const file = join(RELEASES, `${current.version}${EXTENSION}`)
  writeFileSync(file, current.report)
  console.log(`Wrote ${file}`)
}

// By `npm run api-report -w shared-auth`.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) storeRelease()
