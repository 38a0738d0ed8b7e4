/** How a process did while it was watched. */
export interface Gauges {
  /** The 99th percentile. */
  eventLoopDelayMs: number
  /** The most that it held, over what it held once it had started. */
  memoryGrowthMiB: number
}

/** What the process is told. */
export type Order = { kind: 'watch' } | { kind: 'report' } | { kind: 'close' }
/** What it answers. */
export type Report =
  | { kind: 'ready'; securityUrl: string; apiUrl: string; bareUrl: string | undefined }
  | { kind: 'watched'; gauges: Gauges }

/** The staff account of every database that is measured. */
export const staff = { user: 'admin', password: 'demo-1234' }
