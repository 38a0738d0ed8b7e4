import type { Release } from 'registry'
import { usePreview } from './preview'

/** Replaced by the bundler: which build of the shell this is. */
declare const SHELL_BUILD: string

/** What an operator should hear of. */
export type RemoteEvent =
  | { type: 'fallback'; remote: string; from: ReportedRelease; to: ReportedRelease; reason: string }
  | { type: 'tab-failed'; remote: string; from: ReportedRelease; reason: string }
  | { type: 'registry-refused' | 'releases-refused'; reason: string }

/** What a report says of a release. */
export type ReportedRelease = Pick<Release, 'version' | 'build'>

const builds = new Map<string, string>()
let reportUrl: string | undefined

/** @param url absolute address of what collects reports; without one they go to the console */
export function configureReports(url: string | undefined): void {
  reportUrl = url
}

/** Notes which build of a remote its tab shows, visible or not, null when none: for reports, and as a press makes no calls then. */
export function noteShown(remote: string, release: Release | null): void {
  if (release) builds.set(remote, release.build)
  else builds.delete(remote)
}

/** Whether the tab of a remote shows a build of it, visible or not. */
export function isShown(remote: string): boolean {
  return builds.has(remote)
}

/**
 * Tells the operator, with the exact set of builds; nothing waits for it and nothing fails by it. What happens beside a
 * preview is its developer's business.
 */
export function report(event: RemoteEvent): void {
  const body = { ...event, shell: SHELL_BUILD, builds: Object.fromEntries(builds), at: new Date().toISOString() }
  if (reportUrl && usePreview.getState().status !== 'on') send(reportUrl, JSON.stringify(body))
  else console.warn('Canje:', JSON.stringify(body))
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
