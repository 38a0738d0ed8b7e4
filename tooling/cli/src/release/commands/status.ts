import { type Candidate, isExpired, listingOf, type Release } from '@canje/registry'
import type { LoggedState, RemoteLog } from '@canje/release-store'
import { requirementsUnmet, unlisted } from '../checks/grants'
import { logFindings } from '../checks/logs'
import { candidateLinks } from '../checks/shells'
import { versionsIn } from '../checks/stored-versions'
import type { Context } from '../context'
import type { Outcome } from '../outcome'
import { readStored, type Stored } from '../stored-target'
import { remoteNameIn } from '../target'

type RemoteStatus = ReturnType<typeof statusOf>
type ReleaseStatus = ReturnType<typeof releaseOf>
type LoggedChange = ReturnType<typeof changeOf>

/**
 * Reports the live, next, previous and stored releases, and which live shells refuse a live one, with a note per shell that
 * does not answer. With `--log`, also reports who changed what, when and why.
 *
 * @param target name of the remote; by default, the remote of the current folder, or all remotes
 */
export async function status(context: Context, target = remoteNameIn(context.folder)): Promise<Outcome> {
  const { store, options } = context
  const stored = await readStored(context, target)
  const { logs, notes, findings } = stored
  const remotes = logs.map((log) => statusOf(log, stored, options.log === true))
  return {
    result: { store: store.location, remotes },
    lines: remotes.length > 0 ? remotes.flatMap(describe) : [`Nothing is released in ${store.location}.`],
    findings: [...findings, ...logs.flatMap(logFindings)],
    notes,
  }
}

/** The releases of one remote in a store. */
function statusOf(log: RemoteLog, { shells, notes }: Stored, withLog: boolean) {
  const { name, head, newest, states } = log
  const { live, next, previous = [] } = head?.state ?? {}
  const unmet = [
    ...shells.flatMap((shell) => unlisted(shell, name) ?? []),
    ...(live ? requirementsUnmet(shells, `${name} ${live.version}`, live.requires) : []).map(({ message }) => message),
  ]
  const listings = shells.flatMap(({ config }) => listingOf(config.authority, name) ?? [])
  const owner = listings.find((listing) => listing.owner !== undefined)?.owner
  const isListed = listings.length > 0
  return {
    name,
    ...(owner !== undefined && { owner }),
    // Null before the first release goes live.
    live: live ? releaseOf(live) : null,
    next: next ? nextOf(next, candidateLinks(shells, name, next.release.version)) : null,
    // What `rollback` goes to, newest first.
    previous: previous.map((release) => release.version),
    withdrawn: newest?.state.withdrawn ?? [],
    stored: versionsIn(log),
    // Why live shells show an earlier release, or none; undefined if no reason is known, and a shell does not answer.
    unmet: unmet.length > 0 || notes.length === 0 ? unmet : undefined,
    ...(withLog && { log: states.map((one) => changeOf(one, isListed)).reverse() }),
  }
}

function releaseOf({ version, build, builtAt, commit, commitUnknown }: Release) {
  return { version, build, builtAt, commit, ...(commitUnknown && { commitUnknown }) }
}

function nextOf({ release, ...offer }: Candidate, links: string[]) {
  return { ...releaseOf(release), ...offer, links }
}

/** @param isListed whether a live shell says who may sign */
function changeOf({ state, isValid }: LoggedState, isListed: boolean) {
  const { epoch, n, live, next, withdrawn, pruned, change, signature } = state
  const { before: _, ...made } = change
  const versions = { live: live?.version ?? null, next: next?.release.version ?? null, withdrawn, pruned }
  return { epoch, n, ...made, ...versions, keyId: signature.keyId, verified: isListed && isValid }
}

function describe({ name, owner, live, next, previous, stored, unmet = [], log = [] }: RemoteStatus): string[] {
  return [
    live ? `${name} ${describeRelease(live, 'live')}` : `${name}: nothing is live`,
    ...(owner ? [`  owner: ${owner}`] : []),
    ...(next ? describeNext(next) : []),
    `  rollback goes to: ${previous.join(', then ') || 'nothing'}`,
    `  in the store: ${stored.join(', ')}`,
    ...unmet.map((reason) => `  not shown: ${reason}`),
    ...log.map(describeChange),
  ]
}

function describeNext(next: ReturnType<typeof nextOf>): string[] {
  const { by, at, until, links } = next
  const times = `${by ? `by ${by}, ` : ''}${at}, ${isExpired(next) ? 'expired' : 'until'} ${until}`
  return [`  ${describeRelease(next, 'next')}`, `    ${times}`, ...links.map((link) => `    ${link}`)]
}

function describeRelease({ version, build, builtAt, commit, commitUnknown }: ReleaseStatus, role: string): string {
  const why = commitUnknown ? `: ${commitUnknown}` : ''
  const source = commit ? `commit ${commit.slice(0, 12)}` : `commit unknown${why}`
  return `${version} is ${role}: built ${builtAt}, build ${build}, ${source}`
}

function describeChange({ at, command, live, next, by, keyId, run, reason, verified }: LoggedChange): string {
  const who = [by && `by ${by}`, `key ${keyId}`, run].filter(Boolean).join(', ')
  const state = `live ${live ?? 'nothing'}${next ? `, next ${next}` : ''}`
  return `  ${at}  ${command}: ${state}  ${who}${reason ? `: ${reason}` : ''}${verified ? '' : ' (not verified)'}`
}
