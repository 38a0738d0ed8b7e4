import type { KeyObject } from 'node:crypto'
import { type Authority, RemoteAuthorities } from '@canje/registry'
import { publicKeyOf, type StoredRegistry } from '@canje/release-store'
import * as v from 'valibot'
import { findRemotes } from '../project'

/** Lets each key sign its remote, and the operator's key sign everything. */
export function authorityFor(storeId: string, operator: KeyObject, keys: Map<string, KeyObject>): Authority {
  const remotes = [...keys].map(([name, key]) => [name, { keys: [publicKeyOf(key)], slots: [] }])
  return { storeId, operatorKeys: [publicKeyOf(operator)], remotes: Object.fromEntries(remotes) }
}

/** Reserves the tabs and slots of the live releases for their remotes. */
export function reserveLive(authority: Authority, { remotes }: Pick<StoredRegistry, 'remotes'>): Authority {
  const slotsOf = ({ extensions = [] }: (typeof remotes)[number]['live']) => extensions.map(({ slot }) => slot)
  return reserve(
    authority,
    remotes.map(({ name, live }) => ({ name, tab: live.tab, slots: slotsOf(live) })),
  )
}

/**
 * Reserves what the package.json files of a repository say now, so that a changed label needs no restart.
 *
 * @param root absolute path of the repository
 * @returns the authority unchanged while one of these files is invalid
 */
export function reservePackaged(authority: Authority, root: string): Authority {
  try {
    return reserve(authority, findRemotes(root))
  } catch {
    return authority
  }
}

/** @throws Error when a tab or a slot is malformed */
function reserve(authority: Authority, places: { name: string; tab: unknown; slots?: string[] }[]): Authority {
  const reserved = places.flatMap(({ name, tab, slots }) => {
    const own = authority.remotes[name]
    return own ? [[name, { ...own, tab, slots }] as const] : []
  })
  const remotes = { ...authority.remotes, ...Object.fromEntries(reserved) }
  return { ...authority, remotes: v.parse(RemoteAuthorities, remotes) }
}
