import * as v from 'valibot'
import { Counts } from '../../project/test-runner/counts'

export const REPORT = 'report.json'
/** Where the archive has the files of the release. */
export const FILES = 'files/'
/** What `pack` states about the files of a packed file. It is not signed: docs/releases.md says what follows. */
export const Report = v.object({
  format: v.literal(1),
  /** When the checks ended, in ISO 8601. */
  packedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Base URLs of the live shells that have shown the release. */
  shells: v.array(v.string()),
  /** Undefined for a build of another bundler. */
  tests: v.exactOptional(Counts),
  /** The hash of every file: those of the release, their source maps and `release.json`. */
  files: v.record(v.string(), v.string()),
})
export type Report = v.InferOutput<typeof Report>
