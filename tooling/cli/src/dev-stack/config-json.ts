import type { LoginConfig } from '@canje/registry/login-config'

/** What a shell's `/config.json` lists, by the name of the remote (D43, operator's menu). */
export type Listings = Record<string, unknown>

/** The settings of `/config.json` that `readAuthority` reads. */
export interface TrustJson {
  storeId: string
  operatorKeys: string[]
  remotes: Listings
}

/** The content of a shell's `/config.json`, which `readShellConfig` reads. */
export interface ConfigJson extends LoginConfig, TrustJson {
  /** Not in the JSON: reads the file of settings at a path of the shell. */
  settingsAt?: (path: string) => string | undefined
}
