import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { versionFinding } from './changes'
import { currentVersion, lastRelease, PACKAGE, REPORT, releasedReport } from './files'
import { apiReport } from './report'

// Run by `npm run api-report -w shared-auth`; `-- --release` also stores the report of a version that goes live.
const { release } = parseArgs({ options: { release: { type: 'boolean' } } }).values
const version = currentVersion()
const report = apiReport(PACKAGE)
writeFileSync(REPORT, report)
console.log('Wrote shared-auth/api-report.d.ts')

const finding = versionFinding(lastRelease(), { version, report })
if (finding) {
  console.error(finding)
  process.exitCode = 1
} else if (release) {
  writeFileSync(releasedReport(version), report)
  console.log(`Wrote shared-auth/releases/${version}.d.ts`)
}
