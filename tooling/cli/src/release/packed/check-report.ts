import { excerpt } from '@canje/registry'
import type { Finding } from '../findings'
import type { Report } from './packed-report'

const MAX_AGE_HOURS = 24
const HOUR_MS = 60 * 60 * 1000

const FIX = 'Pack the remote again: npm run release -- pack'

/**
 * Requires a report that still says something about the live shells.
 *
 * @param shells base URLs of the live shells, each ending in a slash
 * @param maxAge in hours
 */
export function checkReport(report: Report, shells: string[], maxAge = MAX_AGE_HOURS): Finding[] {
  return [...expired(report, maxAge), ...shellsMissing(report, shells)]
}

function expired({ packedAt }: Report, maxAge: number): Finding[] {
  const age = (Date.now() - Date.parse(packedAt)) / HOUR_MS
  if (age <= maxAge) return []
  const message = `The release was checked at ${packedAt}, ${age.toFixed(1)} hours ago, and a report holds for ${maxAge} (--max-age).`
  return [{ code: 'report-expired', message, fix: FIX }]
}

function shellsMissing(report: Report, shells: string[]): Finding[] {
  const missing = shells.filter((shell) => !report.shells.includes(shell))
  if (missing.length === 0) return []
  const message = `The release was opened in ${excerpt(report.shells.join(' and ')) || 'no shell'}, not in ${missing.join(' and ')}.`
  return [{ code: 'report-shells', message, fix: `Give pack and publish the same RELEASE_SHELLS. ${FIX}` }]
}
