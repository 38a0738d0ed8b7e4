import { retire } from '@canje/registry/store'
import { readReleaseKey } from '../checks/key'
import { registeredRemotes } from '../checks/registry'
import type { Context } from '../context'
import type { Finding } from '../findings'
import { type Outcome, refusal } from '../outcome'
import { registeredRemote } from '../target'

/**
 * Removes a remote from the registry, so that its tab disappears. Its releases stay in the store.
 *
 * @param target name of the remote; by default, the remote of the current folder
 */
export async function retireRemote({ store, keyFile, folder, options }: Context, target?: string): Promise<Outcome> {
  const key = await readReleaseKey(keyFile)
  const { value: remotes, findings } = await registeredRemotes(store, key.value)
  if (!remotes || !key.value) return refusal([...key.findings, ...findings])
  const { value: remote, findings: unknown } = registeredRemote(target, folder, store, remotes)
  if (!remote) return refusal(unknown)
  const { name, live } = remote
  if (remotes.length === 1) return refusal([lastRemote(name)])
  if (!options.dryRun) await retire(store, name, key.value)
  const line = `${name} is retired: staff no longer get its tab. "npm run release -- promote ${name}@${live.version}" takes it back, until "prune" deletes its releases.`
  return { result: { name, version: live.version, build: live.build, live: false }, lines: [line], findings: [] }
}

function lastRemote(name: string): Finding {
  const message = `${name} is the only remote, and staff need at least one tab.`
  return { code: 'last-remote', message, fix: 'Publish another remote first.' }
}
