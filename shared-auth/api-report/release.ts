import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
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
 * The newest released version, and its report.
 *
 * @throws Error when there is not exactly one report, as after a merge of two releases
 */
export function lastRelease(): ReportedApi {
  const [file, ...others] = readdirSync(RELEASES)
  if (!file || others.length > 0)
    throw new Error(`${RELEASES} must have one API report, of the newest release: restore it from version control.`)
  return { version: basename(file, EXTENSION), report: readFileSync(join(RELEASES, file), 'utf8') }
}

/** Replaces the stored report by that of a version that is released, unless its number is too low for its changes. */
function storeRelease(): void {
  const current = currentApi()
  const last = lastRelease()
  const finding = versionFinding(last, current)
  if (finding) {
    console.error(finding)
    process.exitCode = 1
    return
  }
  const file = join(RELEASES, `${current.version}${EXTENSION}`)
  rmSync(join(RELEASES, `${last.version}${EXTENSION}`))
  writeFileSync(file, current.report)
  console.log(`Wrote ${file}`)
}

// By `npm run api-report -w shared-auth`.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) storeRelease()
