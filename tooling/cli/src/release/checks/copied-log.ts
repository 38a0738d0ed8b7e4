import { type RemoteLog, readLog, trustIn } from '@canje/release-store'
import type { Context } from '../context'
import { Refusal, refuseIfAny } from '../findings'
import { logFindings } from './logs'
import { authorityIn, fetchShells } from './shells'

/**
 * Reads and verifies the log that `copy` reads. Its signers are those of the shells of `--from-shell`, or else of the shells of
 * the target.
 */
export async function readSource({ from, fromShells, shells, stop }: Context, name: string): Promise<RemoteLog> {
  const isNamed = fromShells.length > 0
  const { value: found = [], findings: unread } = await fetchShells(isNamed ? fromShells : shells, stop)
  const authority = authorityIn(found, name)
  if (!authority || unread.length > 0) throw new Refusal(unread)
  const { keys, ...place } = trustIn(authority, name)
  const log = await readLog(from, name, { keys, ...(isNamed && place) })
  const fix = `Restore it, or name a shell that reads ${from.location} and trusts its signers: --from-shell <url>.`
  refuseIfAny(logFindings(log).map((finding) => ({ ...finding, fix })))
  return log
}
