import { readRegistry, withdraw } from '@canje/release-store'
import type { Context } from '../context'
import { readNote } from '../note'
import { type Outcome, refusal } from '../outcome'
import { chosenRelease, readTarget } from '../target'

/**
 * Takes a version out for ever. If it is live, the newest previous release goes live in the same change. Neither builds
 * nor contacts a shell that does not respond, so it also works during an outage.
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
  const note = await readNote(context)
  if (!options.dryRun) await withdraw(store, chosen, registered.key, note)
  const live = (await readRegistry(store))?.remotes.find((one) => one.name === name)?.live.version
  const line = `${name} ${version} is withdrawn: it never goes live again. ${live} is live.`
  return { result: { name, withdrawn: version, live }, lines: [line], findings: [] }
}
