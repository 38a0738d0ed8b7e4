import { prune } from 'registry/store'
import type { Context } from '../context'
import type { Outcome } from '../outcome'

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes what no page can need any more. */
export async function pruneStore({ store, options }: Context): Promise<Outcome> {
  const { days = 0, dryRun = false } = options
  const pruned = await prune(store, { olderThanMs: days * DAY_MS, dryRun })
  const lines = pruned.length > 0 ? pruned.map((folder) => `${folder} is deleted.`) : ['There is nothing to delete.']
  return { result: { store, pruned }, lines, findings: [] }
}
