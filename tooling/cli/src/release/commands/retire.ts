import { retire } from '@canje/release-store'
import type { Context } from '../context'
import type { Finding } from '../findings'
import { readNote } from '../note'
import { type Outcome, refusal } from '../outcome'
import { readTarget } from '../target'

/**
 * Removes a remote from the registry, so that its tab disappears. Its releases stay in the store. Neither builds nor
 * contacts a shell, so it also works during an outage.
 *
 * @param target name of the remote; by default, the remote of the current folder
 */
export async function retireRemote(context: Context, target?: string): Promise<Outcome> {
  const { value: registered, findings } = await readTarget(context, target)
  if (!registered) return refusal(findings)
  const { remote, remotes, key } = registered
  const { name, live } = remote
  if (remotes.length === 1) return refusal([lastRemote(name)])
  const { version, build } = live
  if (!context.options.dryRun) await retire(context.store, name, version, key, await readNote(context))
  const line = `${name} is retired: staff no longer get its tab. "npm run release -- promote ${name}@${version}" takes it back, until "prune" deletes its releases.`
  return { result: { name, version, build, live: false }, lines: [line], findings: [] }
}

function lastRemote(name: string): Finding {
  const message = `${name} is the only remote, and staff need at least one tab.`
  return { code: 'last-remote', message, fix: 'Publish another remote first.' }
}
