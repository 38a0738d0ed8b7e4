import type { Release } from '@canje/registry'
import type { Thrown } from './thrown-errors'

/** The fields of a release that an event contains. */
export type ReportedRelease = Pick<Release, 'version' | 'build'>

interface RemoteEvent {
  remote: string
  /** The slot that the remote fills, if the event is not about its tab. */
  slot?: string
  from: ReportedRelease
  reason: string
}

/** An event about the registry. */
export interface RegistryEvent {
  type: 'registry-refused' | 'releases-refused' | 'stamp-refused'
  reason: string
  /** The remote that it is about, if it is one. */
  name?: string | undefined
  /** The id of the key that the entry or the stamp names. */
  keyId?: string | undefined
}

/** An event for the operator, or for the team of a remote. */
export type TelemetryEvent =
  | ({ type: 'fallback'; to: ReportedRelease } & RemoteEvent)
  | ({ type: 'tab-failed' | 'extension-failed' | 'exception' } & RemoteEvent)
  | RegistryEvent

/** @param thrown the error behind the event, if any */
export type Report = (event: TelemetryEvent, thrown?: Thrown) => void
