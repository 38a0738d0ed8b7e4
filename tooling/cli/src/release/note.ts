import type { Authority } from '@canje/registry'
import type { Note } from '@canje/release-store'
import { authorityIn, fetchShells } from './checks/shells'
import type { Context } from './context'

/** Who makes a change, and why, for the history of a store, and who may make it. */
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

/** As {@link noteOf}, with the live shells that can be read: an outage keeps nobody from rolling back. */
export async function readNote(context: Context): Promise<Partial<Note>> {
  const { value = [] } = await fetchShells(context.shells, context.stop)
  return noteOf(context, authorityIn(value))
}

/** URL of the pipeline's run, on GitLab and GitHub. */
function runOf({ CI_JOB_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }: NodeJS.ProcessEnv) {
  if (CI_JOB_URL) return CI_JOB_URL
  return GITHUB_RUN_ID && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
}
