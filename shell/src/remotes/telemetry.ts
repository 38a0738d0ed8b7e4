import type { Release } from '@canje/registry'

/** Replaced by the bundler: the build of the shell. */
declare const SHELL_BUILD: string

type ReportedRelease = Pick<Release, 'version' | 'build'>

/** An event for the operator. */
type TelemetryEvent =
  | { type: 'fallback'; remote: string; from: ReportedRelease; to: ReportedRelease; reason: string }
  | { type: 'tab-failed'; remote: string; from: ReportedRelease; reason: string }
  | { type: 'registry-refused' | 'releases-refused'; reason: string }

export type Report = (event: TelemetryEvent) => void

interface TelemetryOptions {
  /** Absolute URL of the collector; without one, events go to the console. */
  url: string | undefined
  /** The mounted builds, by remote. */
  builds: () => Record<string, string>
  /** Events during a preview concern its developer and go to the console. */
  isPreviewing: () => boolean
}

/** Creates the sender of events to the operator's collector. Sending neither blocks nor throws. */
export function createTelemetry({ url, builds, isPreviewing }: TelemetryOptions): Report {
  return (event) => {
    const body = JSON.stringify({ ...event, shell: SHELL_BUILD, builds: builds(), at: new Date().toISOString() })
    if (url && !isPreviewing()) send(url, body)
    else console.warn('Canje:', body)
  }
}

/** The fields of a release that an event contains. */
export function reported({ version, build }: Release): ReportedRelease {
  return { version, build }
}

async function send(url: string, body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  try {
    const { ok, status } = await fetch(url, { method: 'POST', keepalive: true, credentials: 'omit', headers, body })
    if (!ok) console.warn(`${url} responded with ${status}. The event was not delivered: ${body}`)
  } catch {
    console.warn(`${url} cannot be reached. The event was not delivered: ${body}`)
  }
}
