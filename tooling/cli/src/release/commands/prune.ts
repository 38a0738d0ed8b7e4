import { ensureMayAppend } from '@canje/release-store'
import { outdatedReleases, prune } from '@canje/release-store/prune'
import { readReleaseKey } from '../checks/key'
import { logFindings, trustOf } from '../checks/logs'
import type { Context } from '../context'
import { eachRemote } from '../each-remote'
import { noteOf } from '../note'
import { type Outcome, refusal } from '../outcome'
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
  const { value: name, findings: unnamed } = options.all ? { findings: [] } : chosenName(target, context.folder)
  const fix = 'Pass its name, run the command in its folder, or pass --all for each remote of the store.'
  if (unnamed.length > 0) return refusal(unnamed.map((finding) => ({ ...finding, fix })))
  const { value: stored, findings: unknown } = await readStored(context, name)
  if (!stored) return refusal(unknown)
  const { logs, shells, notes } = stored
  const { days = 0, dryRun = false } = options
  const olderThanMs = days * DAY_MS
  // One without a state in its epoch is published first.
  const sound = logs.filter((log) => logFindings(log).length === 0 && (log.head || name !== undefined))
  const names = sound.map(({ name }) => name)
  const { value, findings: failed } = await eachRemote(names, async (name) => {
    const { value: key, findings } = await readReleaseKey(keyFile)
    if (!key) return { findings }
    const note = noteOf(context, shells, name)
    if (!dryRun) return { value: await prune(store, name, olderThanMs, key, note), findings }
    await ensureMayAppend(store, name, key, note)
    return { value: await outdatedReleases(store, name, olderThanMs, trustOf(shells, name)), findings }
  })
  const pruned = value.flat()
  const findings = [...unknown, ...logs.flatMap(logFindings), ...failed]
  const none = findings.length === 0 ? ['There is nothing to delete.'] : []
  const lines = pruned.length > 0 ? pruned.map((folder) => `${folder} is deleted.`) : none
  return { result: { store: store.location, pruned }, lines, findings, notes }
}
