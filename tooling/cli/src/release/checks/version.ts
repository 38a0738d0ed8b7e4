import type { RemoteLog } from '@canje/release-store'
import type { Finding } from '../findings'

/** @returns a finding when a version may never go live again */
export function versionWithdrawn({ name, newest }: RemoteLog, location: string, version: string): Finding[] {
  if (!newest?.state.withdrawn.includes(version)) return []
  const message = `${name} ${version} is withdrawn in ${location}, and never goes live again.`
  return [{ code: 'version-withdrawn', message, fix: 'Choose another version, or publish a new one.' }]
}
