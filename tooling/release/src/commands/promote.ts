import { makeLive, readRelease, verifyRelease } from 'registry/store'
import { readReleaseKey } from '../checks/key'
import { registeredRemotes, tabTaken } from '../checks/registry'
import { askShells, distrustIn, strayIn, unmetIn } from '../checks/shells'
import { damaged } from '../checks/store'
import { unknownVersion, versionsIn } from '../checks/version'
import type { Context } from '../context'
import { type Outcome, refusal, released } from '../outcome'
import { chosenRelease } from '../target'

/** Makes a release of the store live: one that was left there, or one that was rolled back. */
export async function promote(context: Context, subject = ''): Promise<Outcome> {
  const { store, keyFile, options, stop } = context
  const { value: chosen, findings: unknown } = chosenRelease(subject, context.folder)
  if (!chosen) return refusal(unknown)
  const { name, version } = chosen
  const published = await readRelease(store, name, version)
  if (!published) return refusal([unknownVersion(name, version, await versionsIn(store, name))])
  const key = await readReleaseKey(keyFile)
  const registered = await registeredRemotes(store, key.value)
  const shells = await askShells(context.shells, stop)
  const findings = [
    ...damaged(await verifyRelease(store, published)),
    ...key.findings,
    ...registered.findings,
    ...tabTaken(registered.value ?? [], { name, tab: published.release.tab }),
    ...shells.findings,
    ...unmetIn(shells.value ?? [], name, published.release.requires),
    ...(registered.value ? await strayIn(shells.value ?? [], store, stop) : []),
    ...(key.value ? await distrustIn(shells.value ?? [], key.value) : []),
  ]
  if (findings.length > 0) return refusal(findings)
  if (!options.dryRun) await makeLive(store, [published], key.value)
  return released(published, true)
}
