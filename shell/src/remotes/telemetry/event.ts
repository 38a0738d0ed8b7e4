import type { Release } from '@canje/registry'

/** The fields of a release that an event contains. */
export type ReportedRelease = Pick<Release, 'version' | 'build'>

/** What happened to a remote. */
type Failure = 'fallback' | 'settings-invalid' | 'tab-failed' | 'extension-failed' | 'exception'
/** What happened to the state of a remote, or to `/config.json`. */
type Refusal = 'state-refused' | 'state-slow' | 'config-refused'

/** An event for the operator, or for the team of a remote. */
export interface TelemetryEvent {
  type: Failure | Refusal
  reason: string
  /** The remote, absent for an error that nothing has caught; without its release, the event is about its state or listing. */
  remote?: string | undefined
  from?: ReportedRelease
  /** The slot that the remote fills, if the event is not about its tab. */
  slot?: string | undefined
  /** The release that is shown instead. */
  to?: ReportedRelease
  /** The candidate that the page runs, such as `mf-codes@1.4.0` (D45, candidate). */
  candidate?: string | undefined
  /** The rule that a state or setting breaks, and the id of the key that it names. */
  rule?: string | undefined
  keyId?: string | undefined
}

/** An error, and what the browser or React says about it. */
export interface Thrown {
  /** Anything that `throw` takes. */
  error: unknown
  /** The place of a thrown value without a stack, as `url:line:column`. */
  place?: string
  /** React's stack of the components that were rendering. */
  componentStack?: string | undefined
}

/** @param thrown the error behind the event, if any */
export type Report = (event: TelemetryEvent, thrown?: Thrown) => void
