import { excerpt, MAX_FILES, RelativePath } from '@canje/registry'
import * as v from 'valibot'

export const REPORT = 'report.json'
/** Where the archive has the files of the release. */
export const FILES = 'files/'
/** Those of a release, as many source maps, and `release.json`. */
const MAX_PACKED_FILES = 2 * MAX_FILES + 1

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const Hash = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z\d+/]{64}$/, 'must be sha384-<base64>'))

/** Printable characters only: a report is foreign text, and commands print it. */
const SHELL = /^https?:\/\/[!-~]{1,2000}$/
const Reason = v.pipe(
  v.string(),
  v.transform((reason) => excerpt(reason)),
)

/** What `pack` states about the files of a packed file. It is not signed: docs/releases.md says what follows. */
export const Report = v.strictObject({
  format: v.literal(1),
  /** When the checks ended, in ISO 8601. */
  packedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Base URLs of the live shells that have shown the release. */
  shells: v.pipe(v.array(v.pipe(v.string(), v.regex(SHELL, 'must be an http or https URL'))), v.maxLength(100)),
  /** Undefined for a build of another bundler. */
  tests: v.exactOptional(
    v.strictObject({ passed: Count, failed: Count, skipped: Count, skipReasons: v.record(Reason, Count) }),
  ),
  /** The hash of every file: those of the release, their source maps and `release.json`. */
  files: v.pipe(v.record(RelativePath, Hash), v.maxEntries(MAX_PACKED_FILES)),
})
export type Report = v.InferOutput<typeof Report>
