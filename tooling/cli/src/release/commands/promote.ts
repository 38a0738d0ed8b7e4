import { makeLive, readRelease, verifyRelease } from '@canje/release-store'
import { checkAdmission } from '../admission'
import { slotsNotGranted } from '../checks/grants'
import { checkShells } from '../checks/live-shells'
import { authorityIn } from '../checks/shells'
import { storeDamaged } from '../checks/store'
import { unknownVersion, versionsIn } from '../checks/version'
import type { Context } from '../context'
import { noteOf } from '../note'
import { type Outcome, refusal, released } from '../outcome'
import { chosenRelease } from '../target'

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
  const published = await readRelease(store, name, version)
  if (!published) return refusal([unknownVersion(name, version, await versionsIn(store, name))])
  const release = { name, ...published.release }
  const { value: shells = [], findings: ofShells } = await checkShells(context, release)
  const { key, findings: unadmitted } = await checkAdmission(context, release, shells)
  const findings = [...storeDamaged(await verifyRelease(store, published)), ...ofShells, ...unadmitted]
  if (findings.length > 0 || !key) return refusal(findings)
  if (!context.options.dryRun)
    await makeLive(store, [published], key, { ...noteOf(context, authorityIn(shells)), command: 'promote' })
  return { ...released(published, true), notes: slotsNotGranted(shells, release) }
}
