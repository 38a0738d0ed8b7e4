import { outdatedReleases, prune } from '@canje/release-store/prune'
import { readReleaseKey } from '../checks/key'
import { logFindings, trustOf } from '../checks/logs'
import type { Context } from '../context'
import { eachRemote } from '../each-remote'
import { noteOf } from '../note'
import { type Outcome, refusal } from '../outcome'
import { readStored } from '../stored-target'
import { remoteNameIn } from '../target'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Deletes releases that no state has named for `--days`, since open pages no longer need them.
 *
 * @param target name of a remote; by default, the remote of the current folder, or all remotes
 */
export async function pruneStore(context: Context, target = remoteNameIn(context.folder)): Promise<Outcome> {
  const { store, options, keyFile } = context
  const { value: stored, findings: unknown } = await readStored(context, target)
  if (!stored) return refusal(unknown)
  const { logs, shells, notes } = stored
  const { days = 0, dryRun = false } = options
  const age = { olderThanMs: days * DAY_MS }
  // One without a state in its epoch is published first.
  const sound = logs.filter((log) => logFindings(log).length === 0 && (log.head || target !== undefined))
  const names = sound.map(({ name }) => name)
  const { value, findings: failed } = await eachRemote(names, async (name) => {
    if (dryRun) return { value: await outdatedReleases(store, name, age, trustOf(shells, name)), findings: [] }
    const { value: key, findings } = await readReleaseKey(keyFile)
    return key ? { value: await prune(store, name, age, key, noteOf(context, shells, name)), findings } : { findings }
  })
  const pruned = value.flat()
  const findings = [...unknown, ...logs.flatMap(logFindings), ...failed]
  const none = findings.length === 0 ? ['There is nothing to delete.'] : []
  const lines = pruned.length > 0 ? pruned.map((folder) => `${folder} is deleted.`) : none
  return { result: { store: store.location, pruned }, lines, findings, notes }
}
