import type { Release } from '@canje/registry'
import type { Thrown } from './thrown-errors'

/** The fields of a release that an event contains. */
export type ReportedRelease = Pick<Release, 'version' | 'build'>

/** An event for the operator, or for the team of a remote. */
export type TelemetryEvent =
  | { type: 'fallback'; remote: string; from: ReportedRelease; to: ReportedRelease; reason: string }
  | { type: 'tab-failed' | 'exception'; remote: string; from: ReportedRelease; reason: string }
  | { type: 'registry-refused' | 'releases-refused'; reason: string }

/** @param thrown the error behind the event, if any */
export type Report = (event: TelemetryEvent, thrown?: Thrown) => void
