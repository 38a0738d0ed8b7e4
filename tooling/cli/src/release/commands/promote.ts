import { makeLive, readRelease, verifyRelease } from '@canje/release-store'
import { readReleaseKey } from '../checks/key'
import { registryFull, tabTaken, usableRegistry } from '../checks/registry'
import {
  authorityIn,
  checkSameStore,
  fetchShells,
  keysNotTrusted,
  notReserved,
  originsNotGranted,
  requirementsUnmet,
} from '../checks/shells'
import { storeDamaged } from '../checks/store'
import { unknownVersion, versionsIn, versionWithdrawn } from '../checks/version'
import type { Context } from '../context'
import { noteOf } from '../note'
import { type Outcome, refusal, released } from '../outcome'
import { chosenRelease } from '../target'

/**
 * Makes a stored release live.
 *
 * @param target `mf-codes@1.2.0`, or `1.2.0` in the folder of the remote
 * @returns the live release, or the findings that kept it from going live
 */
export async function promote(context: Context, target = ''): Promise<Outcome> {
  const { store, keyFile, options, stop } = context
  const { value: chosen, findings: unknown } = chosenRelease(target, context.folder)
  if (!chosen) return refusal(unknown)
  const { name, version } = chosen
  const published = await readRelease(store, name, version)
  if (!published) return refusal([unknownVersion(name, version, await versionsIn(store, name))])
  const key = await readReleaseKey(keyFile)
  const registered = await usableRegistry(store, key.value)
  const { remotes = [] } = registered.value ?? {}
  const shells = await fetchShells(context.shells, stop)
  const findings = [
    ...storeDamaged(await verifyRelease(store, published)),
    ...key.findings,
    ...registered.findings,
    ...(registered.value ? versionWithdrawn(registered.value, store, chosen) : []),
    ...tabTaken(remotes, name, published.release),
    ...registryFull(remotes, name),
    ...notReserved(shells.value ?? [], name, published.release),
    ...shells.findings,
    ...requirementsUnmet(shells.value ?? [], name, published.release.requires),
    ...originsNotGranted(shells.value ?? [], { name, connect: published.release.connect }),
    ...(registered.value ? await checkSameStore(shells.value ?? [], store, stop) : []),
    ...(key.value ? await keysNotTrusted(shells.value ?? [], key.value, undefined, name) : []),
  ]
  if (findings.length > 0) return refusal(findings)
  if (!options.dryRun) {
    const note = noteOf(context, authorityIn(shells.value ?? []))
    await makeLive(store, [published], key.value, { ...note, command: 'promote' })
  }
  return released(published, true)
}
