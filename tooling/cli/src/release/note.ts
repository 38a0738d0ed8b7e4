import type { Note } from '@canje/release-store'
import { authorityIn, type LiveShell } from './checks/shells'
import type { Context } from './context'

/**
 * Who makes a change, and why, for the log of a remote, and who may make it.
 *
 * @param shells those that can be read: without one, only what the same key has signed is changed
 */
export function noteOf({ options, environment }: Context, shells: LiveShell[], name: string): Partial<Note> {
  const authority = authorityIn(shells, name)
  const by = environment.RELEASE_BY || environment.GITHUB_ACTOR || environment.GITLAB_USER_LOGIN || environment.USER
  const run = runOf(environment)
  return {
    ...(authority && { authority }),
    ...(options.reason !== undefined && { reason: options.reason }),
    ...(by && { by }),
    ...(run && { run }),
  }
}

/** URL of the pipeline's run, on GitLab and GitHub. */
function runOf({ CI_JOB_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }: NodeJS.ProcessEnv) {
  if (CI_JOB_URL) return CI_JOB_URL
  return GITHUB_RUN_ID && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
}
