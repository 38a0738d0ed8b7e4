import { prune, readRegistry } from 'registry/store'
import { withoutRegistry } from '../checks/registry'
import type { Context } from '../context'
import { type Outcome, refusal } from '../outcome'

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes what no page can need any more. */
export async function pruneStore({ store, options }: Context): Promise<Outcome> {
  if (!(await readRegistry(store)))
    return refusal([withoutRegistry(store, 'nothing says which of its releases are needed')])
  const { days = 0, dryRun = false } = options
  const pruned = await prune(store, { olderThanMs: days * DAY_MS, dryRun })
  const lines = pruned.length > 0 ? pruned.map((folder) => `${folder} is deleted.`) : ['There is nothing to delete.']
  return { result: { store, pruned }, lines, findings: [] }
}
