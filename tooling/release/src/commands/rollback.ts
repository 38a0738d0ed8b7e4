import { rollBack, verifyRelease } from '@canje/registry/store'
import { readReleaseKey } from '../checks/key'
import { registeredRemotes } from '../checks/registry'
import { storeDamaged } from '../checks/store'
import type { Context } from '../context'
import type { Finding } from '../findings'
import { type Outcome, refusal, released } from '../outcome'
import { registeredRemote } from '../target'

/**
 * Makes the previous release of a remote live again. Neither builds nor contacts a shell, so it also works during an
 * outage.
 *
 * @param target name of the remote; by default, the remote of the current folder
 */
export async function rollback({ store, keyFile, folder, options }: Context, target?: string): Promise<Outcome> {
  const key = await readReleaseKey(keyFile)
  const { value: remotes, findings } = await registeredRemotes(store, key.value)
  if (!remotes || !key.value) return refusal([...key.findings, ...findings])
  const { value: remote, findings: unknown } = registeredRemote(target, folder, store, remotes)
  if (!remote) return refusal(unknown)
  const { name } = remote
  const [release] = remote.previous
  if (!release) return refusal([noPrevious(name, remote.live.version)])
  const published = { name, release }
  const damage = storeDamaged(await verifyRelease(store, published))
  if (damage.length > 0) return refusal(damage)
  if (!options.dryRun) await rollBack(store, { name, from: remote.live.version, to: release.version }, key.value)
  return released(published, true)
}

function noPrevious(name: string, version: string): Finding {
  const message = `${name} ${version} is live, and the registry has no previous release.`
  return { code: 'no-previous', message, fix: `Publish a new version, or promote one listed by "status ${name}".` }
}
