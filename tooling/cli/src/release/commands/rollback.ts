import type { Release } from '@canje/registry'
import { rollBack, verifyRelease } from '@canje/release-store'
import { originsNotGranted } from '../checks/grants'
import { fetchShells } from '../checks/shells'
import { storeDamaged } from '../checks/store'
import { noPrevious } from '../checks/version'
import type { Context } from '../context'
import { asNote } from '../findings'
import { readNote } from '../note'
import { type Outcome, refusal, released } from '../outcome'
import { readTarget } from '../target'

/**
 * Makes the previous release of a remote live again. It neither builds nor waits for a shell before, so it also works
 * during an outage. Afterwards it notes the origins of the release that a live shell does not grant.
 *
 * @param target name of the remote; by default, the remote of the current folder
 */
export async function rollback(context: Context, target?: string): Promise<Outcome> {
  const { value: registered, findings } = await readTarget(context, target)
  if (!registered) return refusal(findings)
  const { store, options } = context
  const { remote, key } = registered
  const { name } = remote
  const [release] = remote.previous
  if (!release) return refusal([noPrevious(name, remote.live.version)])
  const published = { name, release }
  const damage = storeDamaged(await verifyRelease(store, published))
  if (damage.length > 0) return refusal(damage)
  const change = { name, from: remote.live.version, to: release.version }
  if (!options.dryRun) await rollBack(store, change, key, await readNote(context))
  return { ...released(published, true), notes: await notesOf(context, name, remote.live, release) }
}

/** The shells have granted the origins of the release that was live. */
async function notesOf({ shells, stop }: Context, name: string, from: Release, to: Release): Promise<string[]> {
  const connect = to.connect?.filter((origin) => !from.connect?.includes(origin)) ?? []
  if (connect.length === 0) return []
  const { value = [] } = await fetchShells(shells, stop)
  return originsNotGranted(value, { name, connect }).map(asNote)
}
