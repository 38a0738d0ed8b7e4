import type { RegisteredRemote } from '@canje/registry'
import type { ReleaseStore } from '@canje/release-store'
import { requirementsUnmet, unlisted } from '../checks/grants'
import { usableRegistry } from '../checks/registry'
import { fetchShells, type LiveShell } from '../checks/shells'
import { versionsIn } from '../checks/version'
import type { Context } from '../context'
import { asNote, type CheckResult } from '../findings'
import { type NextMajor, nextMajors } from '../next-majors'
import { type Outcome, refusal } from '../outcome'
import { remoteOf, unknownRemote } from '../target'

/** The releases of one remote in a store. */
interface RemoteStatus {
  name: string
  live: { version: string; build: string; builtAt: string; commit: string | null; commitUnknown?: string | undefined }
  /** Versions that `rollback` goes to, newest first. */
  previous: string[]
  /** All versions in the store, newest first. */
  stored: string[]
  /** Why live shells show an earlier release, or none; undefined if none is known, and a shell does not answer. */
  unmet: string[] | undefined
}

/**
 * Reports the live, previous and stored releases, and which live shells refuse a live one, with a note per shell that does
 * not answer. With `--requires`, also reports which live releases block the next major of a shared package.
 *
 * @param target name of the remote; by default, the remote of the current folder, or all remotes
 */
export async function status(
  { store, folder, options, shells, stop }: Context,
  target = remoteOf(folder)?.name,
): Promise<Outcome> {
  const { value: registry, findings } = await usableRegistry(store)
  if (findings.length > 0) return refusal(findings)
  const registered = registry?.remotes ?? []
  const chosen = registered.filter(({ name }) => target === undefined || name === target)
  const names = registered.map(({ name }) => name)
  if (target && chosen.length === 0) return refusal([unknownRemote(target, store.location, names)])
  const read = chosen.length > 0 ? await fetchShells(shells, stop) : { findings: [] }
  const remotes = await Promise.all(chosen.map((remote) => statusOf(store, remote, read)))
  const notes = read.findings.map(asNote)
  const majors = options.requires ? { requires: nextMajors(chosen) } : {}
  const lines = [
    ...(remotes.length > 0 ? remotes.flatMap(describe) : [`Nothing is released in ${store.location}.`]),
    ...(majors.requires ?? []).map(describeMajor),
  ]
  return { result: { store: store.location, remotes, ...majors }, lines, findings: [], notes }
}

async function statusOf(
  store: ReleaseStore,
  { name, live, previous }: RegisteredRemote,
  { value: shells = [], findings: unread }: CheckResult<LiveShell[]>,
): Promise<RemoteStatus> {
  const { version, build, builtAt, commit, commitUnknown, requires } = live
  const stored = await versionsIn(store, name)
  const unmet = [
    ...shells.flatMap((shell) => unlisted(shell, name) ?? []),
    ...requirementsUnmet(shells, `${name} ${version}`, requires).map(({ message }) => message),
  ]
  return {
    name,
    live: { version, build, builtAt, commit, ...(commitUnknown && { commitUnknown }) },
    previous: previous.map((release) => release.version),
    stored,
    unmet: unmet.length === 0 && unread.length > 0 ? undefined : unmet,
  }
}

function describeMajor({ package: shared, next, blockedBy }: NextMajor): string {
  const releases = blockedBy.map(({ name, version, range }) => `${name} ${version} (${range})`)
  return `${shared} ${next} is blocked by: ${releases.join(', ') || 'nothing'}`
}

function describe({ name, live, previous, stored, unmet = [] }: RemoteStatus): string[] {
  const why = live.commitUnknown ? `: ${live.commitUnknown}` : ''
  const source = live.commit ? `commit ${live.commit.slice(0, 12)}` : `commit unknown${why}`
  return [
    `${name} ${live.version} is live: built ${live.builtAt}, build ${live.build}, ${source}`,
    `  rollback goes to: ${previous.join(', then ') || 'nothing'}`,
    `  in the store: ${stored.join(', ')}`,
    ...unmet.map((reason) => `  not shown: ${reason}`),
  ]
}
