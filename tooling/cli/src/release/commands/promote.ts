import { readLog, storedReleases } from '@canje/release-store'
import { verifyRelease } from '@canje/release-store/verify'
import { readShells, shellFindings } from '../checks/live-shells'
import { logFindings, trustOf } from '../checks/logs'
import { storeDamaged } from '../checks/store'
import { unknownVersion, versionsIn } from '../checks/stored-versions'
import type { Context } from '../context'
import { type Outcome, refusal } from '../outcome'
import { checkPermission, releasePermitted } from '../permitted-release'
import { chosenRelease } from '../stored-target'

/**
 * Makes a stored release live. One that is live already is signed again when another key has signed it.
 *
 * @param target `mf-codes@1.2.0`, or `1.2.0` in the folder of the remote
 * @returns the live release, or the findings that kept it from going live
 */
export async function promote(context: Context, target = ''): Promise<Outcome> {
  const { store } = context
  const { value: chosen, findings: unknown } = chosenRelease(target, context.folder)
  if (!chosen) return refusal(unknown)
  const { name, version } = chosen
  const { value: shells = [], findings: unread } = await readShells(context)
  const log = await readLog(store, name, trustOf(shells, name))
  const found = storedReleases(log).find((one) => one.version === version)
  const { value: key, findings: notPermitted } = await checkPermission(context, { ...found, name, version }, shells)
  // Of a log that nobody trusts, no release is known.
  if (!found)
    return refusal(logFindings(log).length > 0 ? notPermitted : [unknownVersion(name, version, versionsIn(log))])
  const published = { name, release: found }
  const readFile = (path: string) => store.read(`${name}/${version}/${path}`)
  const findings = [
    ...storeDamaged(await verifyRelease(store, published)),
    ...unread,
    ...(await shellFindings(shells, { name, ...found }, readFile, context.stop)),
    ...notPermitted,
  ]
  if (findings.length > 0 || !key) return refusal(findings)
  return releasePermitted(context, published, key, shells, 'promote', async () => published)
}
