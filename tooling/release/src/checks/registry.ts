import type { KeyObject } from 'node:crypto'
import type { RegisteredRemote, Tab } from 'registry'
import { publicKeyOf, readRegistry, verifyRegistryFile } from 'registry/store'
import { asCommandError } from 'workspace'
import type { Checked, Finding } from '../findings'

/**
 * The remotes that a store's registry names; none when nothing was released yet.
 *
 * @param key the registry must be signed with it, if it is given
 */
export async function registeredRemotes(store: string, key?: KeyObject): Promise<Checked<RegisteredRemote[]>> {
  try {
    const registry = await readRegistry(store)
    if (registry && key) await verifyRegistryFile(store, publicKeyOf(key))
    return { value: registry?.remotes ?? [], findings: [] }
  } catch (error) {
    const fix = 'Give the key it is signed with (--key), or put the right registry.json back; "verify" says more.'
    return { findings: [{ code: 'registry-unusable', message: `${store}: ${asCommandError(error).message}`, fix }] }
  }
}

/** @param consequence such as `there is nothing to sign` */
export function withoutRegistry(store: string, consequence: string): Finding {
  const message = `${store} has no registry: ${consequence}.`
  return { code: 'registry-unusable', message, fix: 'Name the folder of a release store: --store <folder>.' }
}

/** A tab belongs to the remote that had it first. */
export function tabTaken(remotes: RegisteredRemote[], { name, tab }: { name: string; tab: Tab }): Finding[] {
  const owner = remotes.find((other) => other.name !== name && other.live.tab.id === tab.id)
  if (!owner) return []
  const message = `The tab "${tab.id}" of ${name} is ${owner.name}'s.`
  return [{ code: 'tab-taken', message, fix: `Give canje.tab in package.json of ${name} an id of its own.` }]
}
