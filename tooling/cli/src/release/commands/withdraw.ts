import { withdraw } from '@canje/release-store'
import { noPrevious, unknownVersion, versionsIn } from '../checks/version'
import type { Context } from '../context'
import { readNote } from '../note'
import { type Outcome, refusal } from '../outcome'
import { chosenRelease, readTarget } from '../target'

/**
 * Takes a version out for ever. If it is live, the newest previous release goes live in the same change. It neither builds
 * nor needs a shell that responds, so it also works during an outage.
 *
 * @param target `mf-codes@1.3.0`, or `1.3.0` in the folder of the remote
 */
export async function withdrawRelease(context: Context, target = ''): Promise<Outcome> {
  const { store, options } = context
  const { value: chosen, findings: unknown } = chosenRelease(target, context.folder)
  if (!chosen) return refusal(unknown)
  const { name, version } = chosen
  const { value: registered, findings } = await readTarget(context, name)
  if (!registered) return refusal(findings)
  const { remote, key } = registered
  const releases = [remote.live, ...remote.previous]
  const versions = await versionsIn(store, name)
  if (![...releases.map((release) => release.version), ...versions].includes(version))
    return refusal([unknownVersion(name, version, versions, 'Withdraw')])
  const live = releases.find((release) => release.version !== version)
  if (!live) return refusal([noPrevious(name, version)])
  if (!options.dryRun) await withdraw(store, chosen, key, await readNote(context))
  const line = `${name} ${version} is withdrawn: it never goes live again. ${live.version} is live.`
  return { result: { name, withdrawn: version, live: live.version }, lines: [line], findings: [] }
}
