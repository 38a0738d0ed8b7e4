import { type Authority, keyIdOf, type RemoteAuthority } from '@canje/registry'
import { type UsableRegistry, usableRegistry } from './checks/registry'
import { checkSameStore, fetchShells, type LiveShell } from './checks/shells'
import type { Context } from './context'
import type { CheckResult, Finding } from './findings'

/** The name of the operators in place of a remote. */
export const OPERATOR = 'operator'

/** A live shell with its root of trust. */
export type RootedShell = LiveShell & { authority: Authority }

/** The part of `/config.json` that a change of keys is about. */
type ConfigPart = { operatorKeys: string[] } | { remotes: Record<string, RemoteAuthority> }

/** What an operator has to change in `/config.json` of shells. */
interface ConfigChange {
  /** URLs of the shells that have the old part. */
  shells: string[]
  /** Null when it has none. */
  old: ConfigPart | null
  new: ConfigPart
}

/** The live shells with their roots of trust, and the store that they read. */
interface Roots {
  shells: RootedShell[]
  registry: UsableRegistry
}

/** Reads the roots of trust of all live shells. */
export async function readRoots({ store, shells: urls, stop }: Context): Promise<CheckResult<Roots>> {
  const { value: shells = [], findings: unreadable } = await fetchShells(urls, stop)
  const { value: registry, findings: unusable } = await usableRegistry(store)
  const elsewhere = registry ? await checkSameStore(shells, store, stop) : []
  const rooted = shells.filter(isRooted)
  const rootless = shells.filter((shell) => !isRooted(shell)).map(({ url }) => withoutRoot(url))
  const findings = [...unreadable, ...rootless, ...unusable, ...elsewhere]
  return registry ? { value: { shells: rooted, registry }, findings } : { findings }
}

function isRooted(shell: LiveShell): shell is RootedShell {
  return shell.authority !== undefined
}

function withoutRoot(url: string): Finding {
  const message = `The shell at ${url} has no operatorKeys in its /config.json, so it trusts no key of a remote.`
  const fix = 'Set storeId, operatorKeys and remotes there first (docs/registry-format.md).'
  return { code: 'key-not-trusted', message, fix }
}

/** The keys of a remote's own, or those of the operators. */
export function ownKeys({ operatorKeys, remotes }: Authority, name: string): readonly string[] {
  return name === OPERATOR ? operatorKeys : (remotes[name]?.keys ?? [])
}

/** A root of trust with other keys of a remote, or of the operators. */
export function withKeys(authority: Authority, name: string, keys: string[], fresh?: RemoteAuthority): Authority {
  if (name === OPERATOR) return { ...authority, operatorKeys: keys }
  const remote = authority.remotes[name] ?? fresh ?? { keys, slots: [] }
  return { ...authority, remotes: { ...authority.remotes, [name]: { ...remote, keys } } }
}

/**
 * Lists the changes of `/config.json`, one for all shells that have the same part.
 *
 * @param changed maps a root of trust to the one that it must become
 */
export function changesOf(
  shells: RootedShell[],
  name: string,
  changed: (authority: Authority) => Authority,
): ConfigChange[] {
  const changes = new Map<string, ConfigChange>()
  for (const { url, authority } of shells) {
    const [old, next] = [partOf(authority, name), partOf(changed(authority), name)]
    if (!next || JSON.stringify(old) === JSON.stringify(next)) continue
    const key = JSON.stringify([old, next])
    changes.set(key, { shells: [...(changes.get(key)?.shells ?? []), url], old, new: next })
  }
  return [...changes.values()]
}

function partOf({ operatorKeys, remotes }: Authority, name: string): ConfigPart | null {
  if (name === OPERATOR) return { operatorKeys: [...operatorKeys] }
  const remote = remotes[name]
  return remote ? { remotes: { [name]: remote } } : null
}

/** The changes as text for a person. */
export function linesOf(changes: ConfigChange[]): string[] {
  return changes.flatMap(({ shells, old, new: next }) => {
    const place = `/config.json of ${shells.join(' and ')}`
    const text = JSON.stringify(next, null, 2)
    return old ? [`In ${place}, replace`, JSON.stringify(old, null, 2), 'by', text] : [`In ${place}, add`, text]
  })
}

/** Names a key in messages. */
export async function keyName(name: string, publicKey: string): Promise<string> {
  return `key ${await keyIdOf(publicKey)} of ${name === OPERATOR ? 'the operators' : name}`
}
