import { type Authority, keyIdOf, type RemoteAuthority } from '@canje/registry'
import type { LiveShell } from './checks/shells'
import type { Finding } from './findings'

/** The name of the operators in place of a remote. */
export const OPERATOR = 'operator'

/** A live shell with its root of trust. */
export type RootedShell = LiveShell & { authority: Authority }

/** The part of `/config.json` that a change of keys is about. */
export type ConfigPart = { operatorKeys: string[] } | { remotes: Record<string, RemoteAuthority> }

/** What an operator has to change in `/config.json` of shells. */
export interface ConfigChange {
  /** URLs of the shells that have the old part. */
  shells: string[]
  /** Null when it has none. */
  old: ConfigPart | null
  new: ConfigPart
}

/** Filters the shells that have a root of trust. @returns a finding per other shell */
export function rootedShells(shells: LiveShell[]): { rooted: RootedShell[]; findings: Finding[] } {
  const isRooted = (shell: LiveShell): shell is RootedShell => shell.authority !== undefined
  const findings = shells
    .filter((shell) => !isRooted(shell))
    .map(({ url }) => ({
      code: 'key-not-trusted' as const,
      message: `The shell at ${url} has no operatorKeys in its /config.json, so it trusts no key of a remote.`,
      fix: 'Set storeId, operatorKeys and remotes there first (docs/registry.md).',
    }))
  return { rooted: shells.filter(isRooted), findings }
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
