import { storedReleases } from '@canje/release-store'
import { withCopy } from '@canje/release-store/release-copy'
import { readSource } from '../checks/copied-log'
import { storeDamaged } from '../checks/store'
import { unknownVersion } from '../checks/stored-versions'
import { versionWithdrawn } from '../checks/version'
import type { Context } from '../context'
import { refuseIfAny } from '../findings'
import { otherBuild } from '../other-build'
import type { Outcome } from '../outcome'
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
  const { name, version } = chosenRelease(target, context.folder)
  const log = await readSource(context, name)
  const release = storedReleases(log).find((one) => one.version === version)
  if (!release) throw unknownVersion(log, version, 'Copy')
  refuseIfAny(versionWithdrawn(log, from.location, version))
  return withCopy(from, { name, release }, async (folder, damage) => {
    // The log is signed, the manifest is not.
    refuseIfAny(storeDamaged(damage))
    return publishChecked(context, await otherBuild(folder, name))
  })
}
