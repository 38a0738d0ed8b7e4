import type { RegisteredRemote, Release } from 'registry'
import { passedOver } from './open-release'
import { type ReportedRelease, report } from './report'

/** Tells the operator that a release stands in for the live one, and why. */
export function reportFallback(remote: RegisteredRemote, release: Release): void {
  const { name, live } = remote
  const reason = passedOver(remote, release)
  report({ type: 'fallback', remote: name, from: reported(live), to: reported(release), reason })
}

/** Tells the operator that a tab shows a failure in place of a release. */
export function reportFailure(remote: string, release: Release, error: unknown): void {
  console.error(error)
  report({ type: 'tab-failed', remote, from: reported(release), reason: String(error) })
}

function reported({ version, build }: Release): ReportedRelease {
  return { version, build }
}
