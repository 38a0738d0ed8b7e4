import { readLog, storedReleases } from '@canje/release-store'
import { verifyRelease } from '@canje/release-store/verify'
import { readShells, shellFindings } from '../checks/live-shells'
import { logFindings, trustOf } from '../checks/logs'
import { storeDamaged } from '../checks/store'
import { unknownVersion } from '../checks/stored-versions'
import type { Context } from '../context'
import { Refusal } from '../findings'
import type { Outcome } from '../outcome'
import { checkPermission, releasePermitted } from '../permitted-release'
import { chosenRelease } from '../stored-target'

/**
 * Makes a stored release live. One that is live already is signed again when another key has signed it.
 *
 * @param target `mf-codes@1.2.0`, or `1.2.0` in the folder of the remote
 */
export async function promote(context: Context, target = ''): Promise<Outcome> {
  const { store } = context
  const { name, version } = chosenRelease(target, context.folder)
  const { value: shells = [], findings: unread } = await readShells(context)
  const log = await readLog(store, name, trustOf(shells, name))
  const found = storedReleases(log).find((one) => one.version === version)
  const { value: key, findings: notPermitted } = await checkPermission(context, { ...found, name, version }, shells)
  // Of a log that nobody trusts, no release is known.
  if (!found) throw logFindings(log).length > 0 ? new Refusal(notPermitted) : unknownVersion(log, version, 'Promote')
  const published = { name, release: found }
  const readFile = (path: string) => store.read(`${name}/${version}/${path}`)
  const findings = [
    ...storeDamaged(await verifyRelease(store, published)),
    ...unread,
    ...(await shellFindings(shells, { name, ...found }, readFile, context.stop)),
    ...notPermitted,
  ]
  if (findings.length > 0 || !key) throw new Refusal(findings)
  return releasePermitted(context, published, key, shells, 'promote', async () => published)
}
