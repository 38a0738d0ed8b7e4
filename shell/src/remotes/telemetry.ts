import type { Release } from 'registry'

/** Replaced by the bundler: the build of the shell. */
declare const SHELL_BUILD: string

type ReportedRelease = Pick<Release, 'version' | 'build'>

/** What an operator should hear of. */
type TelemetryEvent =
  | { type: 'fallback'; remote: string; from: ReportedRelease; to: ReportedRelease; reason: string }
  | { type: 'tab-failed'; remote: string; from: ReportedRelease; reason: string }
  | { type: 'registry-refused' | 'releases-refused'; reason: string }

export type Report = (event: TelemetryEvent) => void

interface TelemetryOptions {
  /** Absolute URL of the collector; without one, events go to the console. */
  url: string | undefined
  /** The builds on screen, by remote. */
  builds: () => Record<string, string>
  /** A failure beside a preview is its developer's business. */
  isPreviewing: () => boolean
}

/** Sends events to the operator's collector. Nothing waits for it and nothing fails by it. */
export function createTelemetry({ url, builds, isPreviewing }: TelemetryOptions): Report {
  return (event) => {
    const body = JSON.stringify({ ...event, shell: SHELL_BUILD, builds: builds(), at: new Date().toISOString() })
    if (url && !isPreviewing()) send(url, body)
    else console.warn('Canje:', body)
  }
}

/** What an event says of a release. */
export function reported({ version, build }: Release): ReportedRelease {
  return { version, build }
}

async function send(url: string, body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  try {
    const { ok, status } = await fetch(url, { method: 'POST', keepalive: true, credentials: 'omit', headers, body })
    if (!ok) console.warn(`${url} answered ${status}: it did not take the report ${body}`)
  } catch {
    console.warn(`${url} cannot be reached: it did not take the report ${body}`)
  }
}
