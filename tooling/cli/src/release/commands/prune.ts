import { prune, readRegistry } from '@canje/release-store'
import { registryMissing } from '../checks/registry'
import type { Context } from '../context'
import { type Outcome, refusal } from '../outcome'

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes releases that have been out of the registry for `--days`, since open pages no longer need them. */
export async function pruneStore({ store, options }: Context): Promise<Outcome> {
  if (!(await readRegistry(store))) return refusal([registryMissing(store, 'the releases in use are unknown')])
  const { days = 0, dryRun = false } = options
  const pruned = await prune(store, { olderThanMs: days * DAY_MS, dryRun })
  const lines = pruned.length > 0 ? pruned.map((folder) => `${folder} is deleted.`) : ['There is nothing to delete.']
  return { result: { store: store.location, pruned }, lines, findings: [] }
}
