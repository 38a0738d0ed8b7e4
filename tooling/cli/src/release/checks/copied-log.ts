import { keyIdOf, keysFor } from '@canje/registry'
import { publicKeyOf, type RemoteLog, readLog, trustIn } from '@canje/release-store'
import type { Context } from '../context'
import type { CheckResult } from '../findings'
import { readReleaseKey } from './key'
import { logFindings } from './logs'
import { authorityIn, fetchShells } from './shells'

/** The log that `copy` reads. */
interface Source {
  log: RemoteLog
  /** Says that its signatures could not be verified. */
  notes: string[]
}

/**
 * Reads and verifies the log that `copy` reads. Its signers are those of the shells of `--from-shell`; without them, those of
 * the target's shells and of `--key`, which may be others than the source's.
 */
export async function readSource(context: Context, name: string): Promise<CheckResult<Source>> {
  const { from, fromShells, stop } = context
  if (fromShells.length > 0) {
    const { value: shells = [], findings } = await fetchShells(fromShells, stop)
    const authority = authorityIn(shells, name)
    if (!authority || findings.length > 0) return { findings }
    return verified(await readLog(from, name, trustIn(authority, name)))
  }
  const keys = await keysOfTarget(context, name)
  const [log, signed] = await Promise.all([readLog(from, name), readLog(from, name, { keys })])
  const ids = await Promise.all(keys.map(keyIdOf))
  // A signature of one of these keys that does not match is forged.
  const isKnown = ids.includes(log.head?.state.signature.keyId ?? '')
  if (log.damage || !signed.damage || isKnown) return verified(signed)
  const advice = `Name a shell that reads ${from.location}: --from-shell <url>.`
  const note = `Who has signed the release was not verified. ${signed.damage}. ${advice}`
  return { value: { log, notes: [note] }, findings: [] }
}

function verified(log: RemoteLog): CheckResult<Source> {
  const findings = logFindings(log)
  return findings.length > 0 ? { findings } : { value: { log, notes: [] }, findings }
}

/** The checks of a publication report a key or a shell of the target that cannot be read. */
async function keysOfTarget({ shells, keyFileOf, stop }: Context, name: string): Promise<string[]> {
  const { value: found = [] } = await fetchShells(shells, stop)
  const { value: own } = await readReleaseKey(keyFileOf(name))
  return [...(own ? [publicKeyOf(own)] : []), ...found.flatMap(({ config }) => keysFor(config.authority, name))]
}
