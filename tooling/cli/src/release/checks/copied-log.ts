import { type RemoteLog, readLog, trustIn } from '@canje/release-store'
import type { Context } from '../context'
import type { CheckResult } from '../findings'
import { logFindings } from './logs'
import { authorityIn, fetchShells } from './shells'

/**
 * Reads and verifies the log that `copy` reads. Its signers are those of the shells of `--from-shell`, or else of the shells of
 * the target.
 */
export async function readSource(
  { from, fromShells, shells, stop }: Context,
  name: string,
): Promise<CheckResult<RemoteLog>> {
  const isNamed = fromShells.length > 0
  const { value: found = [], findings: unread } = await fetchShells(isNamed ? fromShells : shells, stop)
  const authority = authorityIn(found, name)
  if (!authority || unread.length > 0) return { findings: unread }
  const { keys, ...place } = trustIn(authority, name)
  const log = await readLog(from, name, { keys, ...(isNamed && place) })
  const findings = logFindings(log)
  const fix = `Restore it, or name a shell that reads ${from.location} and trusts its signers: --from-shell <url>.`
  return findings.length > 0 ? { findings: findings.map((one) => ({ ...one, fix })) } : { value: log, findings }
}
