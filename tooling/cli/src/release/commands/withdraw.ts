import { storedReleases, withdraw } from '@canje/release-store'
import { readBack } from '../checks/read-back'
import { noPrevious, unknownVersion } from '../checks/stored-versions'
import type { Context } from '../context'
import { noteOf } from '../note'
import { type Outcome, UNCONFIRMED } from '../outcome'
import { chosenRelease, readTarget } from '../stored-target'

/**
 * Takes a version out for ever. If it is live, the newest previous release goes live in the same change. It neither builds
 * nor needs a shell that responds, so it also works during an outage.
 *
 * @param target `mf-codes@1.3.0`, or `1.3.0` in the folder of the remote
 */
export async function withdrawRelease(context: Context, target = ''): Promise<Outcome> {
  const { store, options } = context
  const { name, version } = chosenRelease(target, context.folder)
  const { log, key, shells, notes } = await readTarget(context, name)
  if (!storedReleases(log).some((release) => release.version === version))
    throw unknownVersion(log, version, 'Withdraw')
  const { live: current, next, previous = [] } = log.head?.state ?? {}
  if (next && next.release.version !== version)
    notes.push(`The candidate ${next.release.version} of ${name} ends, too.`)
  const left = [current, ...previous].find((release) => release && release.version !== version)
  if (current && !left) throw noPrevious(name, version)
  const outcome = (live: string | undefined, more: object = {}, end = ''): Outcome => {
    const line = `${name} ${version} is withdrawn: it never goes live again. ${live ?? 'Nothing'} is live${end}.`
    return { result: { name, withdrawn: version, live: live ?? null, ...more }, lines: [line], findings: [], notes }
  }
  if (options.dryRun) return outcome(left?.version)
  const state = await withdraw(store, { name, version }, key, noteOf(context, shells, name))
  const { confirmed, notes: unconfirmed } = await readBack(context, shells, state)
  notes.push(...unconfirmed)
  return outcome(state.live?.version, { confirmed }, confirmed ? '' : UNCONFIRMED)
}
