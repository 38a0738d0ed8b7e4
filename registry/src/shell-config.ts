import * as v from 'valibot'
import { findingsOf } from './findings'
import { PathSegment } from './limits'
import { Keys, type ListedRemote, Listings } from './listed-remote'
import { LoginConfig } from './login-config'
import { type Menu, readMenu } from './menu'

/** The settings of a shell's `/config.json` that the login screen does not read. */
export const TrustSettings = v.object({ storeId: PathSegment, operatorKeys: Keys, remotes: Listings })

/** Who may release what, and what the menu shows (D36, root of trust; D43, operator's menu). */
export interface Authority extends Menu {
  /** Identifies the release store. */
  storeId: string
  /** They sign every remote. */
  operatorKeys: string[]
}

/** All settings of a shell's `/config.json` (D9, base URLs). */
export interface ShellConfig extends LoginConfig {
  authority: Authority
}

/**
 * Reads all settings of a shell's `/config.json`.
 *
 * @throws Error that names every malformed setting; malformed remotes are among the findings of the authority
 */
export function readShellConfig(json: unknown): ShellConfig {
  return { ...validSettings(LoginConfig, json), authority: readAuthority(json) }
}

/**
 * Reads the root of trust in a shell's `/config.json`.
 *
 * @throws as {@link readShellConfig}
 */
export function readAuthority(json: unknown): Authority {
  const { storeId, operatorKeys, remotes } = validSettings(TrustSettings, json)
  return { storeId, operatorKeys, ...readMenu(remotes) }
}

function validSettings<T>(schema: v.GenericSchema<unknown, T>, json: unknown): T {
  const settings = v.safeParse(schema, json)
  if (settings.success) return settings.output
  throw new Error(`config.json: ${findingsOf('', settings.issues).join('; ')}`)
}

/** The listing of a remote; undefined when the operator does not list it. */
export function listingOf({ remotes }: Menu, name: string): ListedRemote | undefined {
  return remotes.find((remote) => remote.name === name)
}

/** The keys that may sign a remote. */
export function keysFor(authority: Authority, name: string): string[] {
  return [...new Set([...(listingOf(authority, name)?.keys ?? []), ...authority.operatorKeys])]
}

/** The origins, besides those of the services, that the tabs of a menu may send requests to. */
export function grantedOrigins({ remotes }: Menu): string[] {
  return [...new Set(remotes.flatMap(({ connect }) => connect))]
}
