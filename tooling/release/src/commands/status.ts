import type { RegisteredRemote } from 'registry'
import { registeredRemotes } from '../checks/registry'
import { versionsIn } from '../checks/version'
import type { Context } from '../context'
import { type Outcome, refusal } from '../outcome'
import { remoteOf, unknownRemote } from '../target'

/** The releases of one remote in a store. */
interface RemoteStatus {
  name: string
  live: { version: string; build: string; builtAt: string; commit: string | null }
  /** Versions that `rollback` goes to, newest first. */
  previous: string[]
  /** All versions in the store, newest first. */
  stored: string[]
}

/**
 * Reports the live, previous and stored releases.
 *
 * @param target name of the remote; by default, the remote of the current folder, or all remotes
 */
export async function status({ store, folder }: Context, target = remoteOf(folder)?.name): Promise<Outcome> {
  const { value: registered, findings } = await registeredRemotes(store)
  if (!registered) return refusal(findings)
  const chosen = registered.filter(({ name }) => target === undefined || name === target)
  const names = registered.map(({ name }) => name)
  if (target && chosen.length === 0) return refusal([unknownRemote(target, store, names)])
  const remotes = await Promise.all(chosen.map((remote) => statusOf(store, remote)))
  const lines = remotes.length > 0 ? remotes.flatMap(describe) : [`Nothing is released in ${store}.`]
  return { result: { store, remotes }, lines, findings: [] }
}

async function statusOf(store: string, { name, live, previous }: RegisteredRemote): Promise<RemoteStatus> {
  const { version, build, builtAt, commit } = live
  const stored = await versionsIn(store, name)
  return {
    name,
    live: { version, build, builtAt, commit },
    previous: previous.map((release) => release.version),
    stored,
  }
}

function describe({ name, live, previous, stored }: RemoteStatus): string[] {
  const source = live.commit ? `commit ${live.commit.slice(0, 12)}` : 'commit unknown'
  return [
    `${name} ${live.version} is live: built ${live.builtAt}, build ${live.build}, ${source}`,
    `  rollback goes to: ${previous.join(', then ') || 'nothing'}`,
    `  in the store: ${stored.join(', ')}`,
  ]
}
