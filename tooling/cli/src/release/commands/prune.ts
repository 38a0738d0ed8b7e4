import { outdatedReleases, prune } from '@canje/release-store/prune'
import { readReleaseKey } from '../checks/key'
import { logFindings } from '../checks/logs'
import type { Context } from '../context'
import { eachRemote } from '../each-remote'
import { noteOf } from '../note'
import type { Outcome } from '../outcome'
import { readStored } from '../stored-target'
import { chosenName } from '../target'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Deletes releases that no state has named for `--days`, and candidates that ended as long ago, since open pages no longer need
 * them.
 *
 * @param target name of a remote; by default, the remote of the current folder. With `--all`, each remote of the store
 */
export async function pruneStore(context: Context, target?: string): Promise<Outcome> {
  const { store, options, keyFile } = context
  const fix = 'Pass its name, run the command in its folder, or pass --all for each remote of the store.'
  const name = options.all ? undefined : chosenName(target, context.folder, fix)
  const { logs, shells, notes, findings: unread } = await readStored(context, name)
  const { days = 0, dryRun = false } = options
  const remove = dryRun ? outdatedReleases : prune
  // One without a state in its epoch is published first.
  const sound = logs.filter((log) => logFindings(log).length === 0 && (log.head || name !== undefined))
  const names = sound.map(({ name }) => name)
  const key = names.length > 0 ? await readReleaseKey(keyFile) : undefined
  const { value, findings: failed } = await eachRemote(names, async (name) =>
    key ? remove(store, name, days * DAY_MS, key, noteOf(context, shells, name)) : [],
  )
  const pruned = value.flat()
  const findings = [...unread, ...logs.flatMap(logFindings), ...failed]
  const none = findings.length === 0 ? ['There is nothing to delete.'] : []
  const lines = pruned.length > 0 ? pruned.map((folder) => `${folder} is deleted.`) : none
  return { result: { store: store.location, pruned }, lines, findings, notes }
}
