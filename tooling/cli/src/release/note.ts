import type { Authority } from '@canje/registry'
import { type Note, readRegistry } from '@canje/release-store'
import { authorityIn, fetchShells, type LiveShell } from './checks/shells'
import type { Context } from './context'

/** Who makes a change, and why, for the history of a store of schema 3. */
export function noteOf({ options, environment }: Context, authority: Authority | undefined): Partial<Note> {
  const by = environment.RELEASE_BY || environment.GITHUB_ACTOR || environment.GITLAB_USER_LOGIN || environment.USER
  const run = runOf(environment)
  return {
    ...(authority && { authority }),
    ...(options.reason !== undefined && { reason: options.reason }),
    ...(by && { by }),
    ...(run && { run }),
  }
}

/** As {@link noteOf}, with the root of trust of the live shells that can be read. */
export async function readNote(context: Context): Promise<Partial<Note>> {
  return noteOf(context, authorityIn(await shellsWithRoot(context)))
}

/**
 * The live shells that may have a root of trust for a store, as far as they can be read: an outage keeps nobody from rolling
 * back. None for schema 2.
 */
export async function shellsWithRoot({ store, shells, stop }: Context): Promise<LiveShell[]> {
  const registry = await readRegistry(store)
  return registry?.schema === 3 ? ((await fetchShells(shells, stop)).value ?? []) : []
}

/** @returns a note when the store has no history to keep the reason of a change in */
export async function reasonNotKept({ options, store }: Context): Promise<string[]> {
  if (options.reason === undefined || (await readRegistry(store).catch(() => undefined))?.schema !== 2) return []
  return [`The reason is not kept: ${store.location} has schema 2, without a history (docs/registry-format.md).`]
}

/** URL of the pipeline's run, on GitLab and GitHub. */
function runOf({ CI_JOB_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }: NodeJS.ProcessEnv) {
  if (CI_JOB_URL) return CI_JOB_URL
  return GITHUB_RUN_ID && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
}
