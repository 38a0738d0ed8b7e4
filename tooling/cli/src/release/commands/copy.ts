import { storedReleases } from '@canje/release-store'
import { withCopy } from '@canje/release-store/release-copy'
import { verifyRelease } from '@canje/release-store/verify'
import { readSource } from '../checks/copied-log'
import { storeDamaged } from '../checks/store'
import { unknownVersion, versionsIn } from '../checks/stored-versions'
import { versionWithdrawn } from '../checks/version'
import type { Context } from '../context'
import { otherBuild } from '../other-build'
import { type Outcome, refusal } from '../outcome'
import { chosenRelease } from '../stored-target'
import { publishChecked } from './publish-checked'

/**
 * Publishes a release of another store, with the same bytes, after its log has been verified and it has been opened in the
 * shells of the target. It builds nothing and runs code of the remote in the browser only.
 *
 * @param target `mf-codes@1.3.0`, or `1.3.0` in the folder of the remote
 */
export async function copyRelease(context: Context, target = ''): Promise<Outcome> {
  const { from } = context
  const { value: chosen, findings: unknown } = chosenRelease(target, context.folder)
  if (!chosen) return refusal(unknown)
  const { name, version } = chosen
  const { value: log, findings: unverified } = await readSource(context, name)
  if (!log) return refusal(unverified)
  const release = storedReleases(log).find((one) => one.version === version)
  if (!release) return refusal([unknownVersion(name, version, versionsIn(log), 'Copy')])
  const withdrawn = versionWithdrawn(log, from.location, version)
  if (withdrawn.length > 0) return refusal(withdrawn)
  const published = { name, release }
  // The log is signed, the manifest is not.
  const damage = storeDamaged(await verifyRelease(from, published))
  if (damage.length > 0) return refusal(damage)
  return withCopy(from, published, async (folder) => {
    const build = await otherBuild(folder, name)
    if (!build.value) return refusal(build.findings)
    return publishChecked(context, build.value)
  })
}
