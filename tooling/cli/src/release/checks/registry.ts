import type { KeyObject } from 'node:crypto'
import { MAX_REMOTES, type RegisteredRemote, type Release, slotConflicts, tabConflicts } from '@canje/registry'
import {
  publicKeyOf,
  type ReleaseStore,
  readChangeable,
  readRegistry,
  type StoredRegistry,
  StoreError,
} from '@canje/release-store'
import { asCommandError } from '../../project/command-error'
import type { CheckResult, Finding } from '../findings'

/**
 * Reads the remotes of a store's registry. A store without a registry has none.
 *
 * @param key if given, it must be able to change the registry: its signature is verified, and that it is the newest one
 */
export async function registeredRemotes(
  store: ReleaseStore,
  key?: KeyObject,
): Promise<CheckResult<RegisteredRemote[]>> {
  const { value, findings } = await usableRegistry(store, key)
  return value ? { value: value.remotes, findings } : { findings }
}

/** What commands need of a registry. */
export type UsableRegistry = Pick<StoredRegistry, 'remotes' | 'withdrawn' | 'storeId' | 'json'>

/** As {@link registeredRemotes}, with all that commands need of a registry. */
export async function usableRegistry(store: ReleaseStore, key?: KeyObject): Promise<CheckResult<UsableRegistry>> {
  try {
    const registry = await (key ? readChangeable(store, publicKeyOf(key)) : readRegistry(store))
    return { value: registry ?? { remotes: [], withdrawn: {}, storeId: undefined, json: undefined }, findings: [] }
  } catch (error) {
    if (error instanceof StoreError) throw error
    const fix = 'Pass the signing key (--key), or restore registry.json from a backup. "verify" shows details.'
    return {
      findings: [{ code: 'registry-unusable', message: `${store.location}: ${asCommandError(error).message}`, fix }],
    }
  }
}

/** @param consequence main clause, such as `there is nothing to sign` */
export function registryMissing(store: ReleaseStore, consequence: string): Finding {
  const message = `${store.location} has no registry: ${consequence}.`
  return { code: 'registry-unusable', message, fix: 'Pass the folder or bucket of a release store: --store.' }
}

/** A tab id, a label and a slot belong to the remote that released them first. */
export function tabTaken(
  remotes: RegisteredRemote[],
  name: string,
  release: Pick<Release, 'tab' | 'extensions'>,
): Finding[] {
  const others = remotes.filter((other) => other.name !== name)
  const tabs = tabConflicts(others, release.tab).map(({ field, reason }) => ({
    code: 'tab-taken' as const,
    message: `The tab of ${name} cannot be told from another one: its ${field} ${reason}.`,
    fix: `Set a unique ${field} in canje.tab of ${name}'s package.json, or in tab of the release.json of another bundler.`,
  }))
  const slots = slotConflicts(others, release).map(({ slot, reason }) => ({
    code: 'slot-taken' as const,
    message: `${name} cannot provide a slot of another remote: ${reason}.`,
    fix: `Remove "${slot}" from canje.extensions in ${name}'s package.json (extensions in the release.json of another bundler), or release the other remote without it first.`,
  }))
  return [...tabs, ...slots]
}

/** Refuses a new remote in a full registry. @returns a finding, or none */
export function registryFull(remotes: RegisteredRemote[], name: string): Finding[] {
  if (remotes.length < MAX_REMOTES || remotes.some((remote) => remote.name === name)) return []
  const message = `The registry lists ${remotes.length} remotes, and the maximum is ${MAX_REMOTES}.`
  return [
    { code: 'too-many-remotes', message, fix: 'Retire one that is no longer used: npm run release -- retire <remote>' },
  ]
}
