import { Change } from '@canje/registry'
import type { Note } from '@canje/release-store'
import * as v from 'valibot'
import { authorityIn, type LiveShell } from './checks/shells'
import type { Context } from './context'

/**
 * Who makes a change, and why, for the log of a remote, and who may make it. What the log would not accept of the environment
 * is left out.
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
    ...(by && v.is(Change.entries.by, by) && { by }),
    ...(run && v.is(Change.entries.run, run) && { run }),
  }
}

/** URL of the pipeline's run, on GitLab and GitHub, without user and password: everybody may read the log. */
function runOf({ CI_JOB_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }: NodeJS.ProcessEnv) {
  const run = CI_JOB_URL || (GITHUB_RUN_ID && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`)
  if (!run || !URL.canParse(run)) return undefined
  const { origin, pathname, search, hash } = new URL(run)
  return `${origin}${pathname}${search}${hash}`
}
