/** The load of a process while it was watched. */
export interface Gauges {
  /** The 99th percentile. */
  eventLoopDelayMs: number
  /** Peak resident memory above that after the start. */
  memoryGrowthMiB: number
}

/** Messages to the backend process. */
export type Command = { kind: 'watch' } | { kind: 'report' } | { kind: 'close' }
/** Messages from the backend process. */
export type Message =
  | { kind: 'ready'; securityUrl: string; apiUrl: string; bareUrl: string | undefined }
  | { kind: 'watched'; gauges: Gauges }

/** The staff account in every measured database. */
export const staff = { user: 'admin', password: 'demo-1234' }
