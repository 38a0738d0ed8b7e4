import type { Release } from '@canje/registry'
import { rollBack } from '@canje/release-store'
import { verifyRelease } from '@canje/release-store/verify'
import { originsNotGranted } from '../checks/grants'
import { readBack } from '../checks/read-back'
import type { LiveShell } from '../checks/shells'
import { storeDamaged } from '../checks/store'
import { noPrevious } from '../checks/stored-versions'
import type { Context } from '../context'
import { asNote, refuseIfAny } from '../findings'
import { noteOf } from '../note'
import { type Outcome, released } from '../outcome'
import { readTarget } from '../stored-target'

/**
 * Makes the previous release of a remote live again, or finishes a roll-back that was interrupted. It builds nothing and needs
 * no shell that responds, so it also works during an outage. It notes the origins of the release that a live shell does not
 * grant.
 *
 * @param target name of the remote; by default, the remote of the current folder
 */
export async function rollback(context: Context, target?: string): Promise<Outcome> {
  const { store, options } = context
  const { name, log, key, shells, notes: unread } = await readTarget(context, target)
  const { live, previous = [], n, change } = log.head?.state ?? {}
  const isInterrupted = change?.command === 'rollback' && log.copied !== n
  const release = isInterrupted ? live : previous[0]
  if (!live || !release) throw noPrevious(name, live?.version)
  const published = { name, release }
  refuseIfAny(storeDamaged(await verifyRelease(store, published)))
  const finished = `This finishes the last roll-back of ${name}, to ${release.version}: run it again to go further back.`
  const notes = [...unread, ...(isInterrupted ? [finished] : []), ...originNotes(shells, name, live, release)]
  if (options.dryRun) return released(published, notes)
  const from = { name, from: live.version, to: release.version }
  const state = await rollBack(store, from, key, noteOf(context, shells, name))
  return released({ name, release: state.live ?? release }, notes, await readBack(context, shells, state))
}

/** The shells have granted the origins of the release that was live. */
function originNotes(shells: LiveShell[], name: string, from: Release, to: Release): string[] {
  const connect = to.connect?.filter((origin) => !from.connect?.includes(origin)) ?? []
  return connect.length === 0 ? [] : originsNotGranted(shells, { name, connect }).map(asNote)
}
