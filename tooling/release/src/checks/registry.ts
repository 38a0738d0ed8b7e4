import type { KeyObject } from 'node:crypto'
import { asCommandError } from '@canje/project'
import type { RegisteredRemote, Tab } from '@canje/registry'
import { MAX_REMOTES, publicKeyOf, readRegistry, StoreError, verifyRegistryFile } from '@canje/registry/store'
import type { CheckResult, Finding } from '../findings'

/**
 * Reads the remotes of a store's registry. A store without a registry has none.
 *
 * @param key if given, the registry's signature is verified with it
 */
export async function registeredRemotes(store: string, key?: KeyObject): Promise<CheckResult<RegisteredRemote[]>> {
  try {
    const registry = await readRegistry(store)
    if (registry && key) await verifyRegistryFile(store, publicKeyOf(key))
    return { value: registry?.remotes ?? [], findings: [] }
  } catch (error) {
    if (error instanceof StoreError) throw error
    const fix = 'Pass the signing key (--key), or restore registry.json from a backup. "verify" shows details.'
    return { findings: [{ code: 'registry-unusable', message: `${store}: ${asCommandError(error).message}`, fix }] }
  }
}

/** @param consequence main clause, such as `there is nothing to sign` */
export function registryMissing(store: string, consequence: string): Finding {
  const message = `${store} has no registry: ${consequence}.`
  return { code: 'registry-unusable', message, fix: 'Pass the folder or bucket of a release store: --store.' }
}

/** A tab id belongs to the remote that released it first. */
export function tabTaken(remotes: RegisteredRemote[], { name, tab }: { name: string; tab: Tab }): Finding[] {
  const owner = remotes.find((other) => other.name !== name && other.live.tab.id === tab.id)
  if (!owner) return []
  const message = `The tab id "${tab.id}" of ${name} belongs to ${owner.name}.`
  return [{ code: 'tab-taken', message, fix: `Set a unique id in canje.tab of ${name}'s package.json.` }]
}

/** Refuses a new remote in a full registry. @returns a finding, or none */
export function registryFull(remotes: RegisteredRemote[], name: string): Finding[] {
  if (remotes.length < MAX_REMOTES || remotes.some((remote) => remote.name === name)) return []
  const message = `The registry lists ${remotes.length} remotes, and the maximum is ${MAX_REMOTES}.`
  return [
    { code: 'too-many-remotes', message, fix: 'Retire one that is no longer used: npm run release -- retire <remote>' },
  ]
}
