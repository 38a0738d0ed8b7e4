import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isRegistry } from '@canje/registry'
import {
  openStore,
  type PublishedRelease,
  type ReleaseStore,
  readRelease,
  StoreError,
  verifyRelease,
} from '@canje/release-store'
import { asCommandError } from '../../project'
import { usableRegistry } from '../checks/registry'
import { checkSourceSignature } from '../checks/source-signature'
import { storeDamaged } from '../checks/store'
import { unknownVersion, versionsIn, versionWithdrawn } from '../checks/version'
import type { Context } from '../context'
import type { CheckResult, Finding } from '../findings'
import { otherBuild } from '../other-build'
import { type Outcome, refusal } from '../outcome'
import { chosenRelease, type NamedRelease } from '../target'
import { publishChecked } from './publish-source'

/**
 * Publishes a release of another store, with the same bytes, after its signature has been verified and it has been opened
 * in the shells of the target. It builds nothing and runs code of the remote in the browser only.
 *
 * @param target `mf-codes@1.3.0`, or `1.3.0` in the folder of the remote
 */
export async function copyRelease(context: Context, target = ''): Promise<Outcome> {
  const { store, from } = context
  const { value: chosen, findings: unknown } = chosenRelease(target, context.folder)
  if (!chosen) return refusal(unknown)
  const { value: source, findings: unreadable } = await usableRegistry(from)
  const { value: ours, findings: unusable } = await usableRegistry(store)
  if (unreadable.length > 0 || unusable.length > 0) return refusal([...unreadable, ...unusable])
  if ((await placeOf(from)) === (await placeOf(store)) || (source && source.storeId === ours?.storeId))
    return refusal([sameStore(from)])
  const { value: found, findings: unfound } = await storedRelease(from, chosen)
  if (!found) return refusal(unfound)
  const withdrawn = [...versionWithdrawn(source, from, chosen), ...versionWithdrawn(ours, store, chosen)]
  if (withdrawn.length > 0) return refusal(withdrawn)
  const { name, version } = chosen
  const entry = isRegistry(source?.json) ? source.json.remotes.find((one) => one.name === name) : undefined
  const listed = entry && [entry.live, ...entry.previous].find((release) => release.version === version)
  const signed = source && listed && { storeId: source.storeId, entry }
  const { value: notes, findings: unsigned } = await checkSourceSignature(context, name, signed)
  if (!notes) return refusal(unsigned)
  return from.withFiles(`${name}/${version}/`, async (folder) => {
    // The registry is signed, the manifest is not.
    const damage = storeDamaged(await verifyRelease(openStore(folder), { name, release: listed ?? found.release }))
    if (damage.length > 0) return refusal(damage)
    const build = await otherBuild(join(folder, name, version), folder, name)
    if (!build.value) return refusal(build.findings)
    // Its size was compared with the remote's budget before it was first published.
    const outcome = await publishChecked(context, { ...build.value, overBudget: () => [] })
    return { ...outcome, notes: [...notes, ...(outcome.notes ?? [])] }
  })
}

async function storedRelease(
  store: ReleaseStore,
  { name, version }: NamedRelease,
): Promise<CheckResult<PublishedRelease>> {
  try {
    const value = await readRelease(store, name, version)
    return value
      ? { value, findings: [] }
      : { findings: [unknownVersion(name, version, await versionsIn(store, name), 'Copy')] }
  } catch (error) {
    if (error instanceof StoreError) throw error
    return { findings: storeDamaged([asCommandError(error).message.replace(/\.$/, '')]) }
  }
}

/** A folder can have several paths. */
function placeOf(store: ReleaseStore): Promise<string> {
  return realpath(store.location).catch(() => store.labelOf(''))
}

function sameStore({ location }: ReleaseStore): Finding {
  const message = `${location} is the store to be copied to as well.`
  return { code: 'same-store', message, fix: 'Name two stores, or make a stored release live with "promote".' }
}
