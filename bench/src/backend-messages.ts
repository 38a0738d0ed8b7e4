/** What the process is told. */
export type Order = { kind: 'watch' } | { kind: 'report' } | { kind: 'close' }
/** What it answers. */
export type Report =
  | { kind: 'ready'; securityUrl: string; apiUrl: string; bareUrl: string | undefined }
  | { kind: 'watched'; eventLoopDelayMs: number; memoryGrowthMiB: number }

/** The staff account of every database that is measured. */
export const staff = { user: 'admin', password: 'demo-1234' }
