import type { Authority } from '@canje/registry'

/** The configuration that the shell reads from `/config.json` (D9). */
export interface ShellConfig extends Partial<Authority> {
  securityUrl: string
  apiUrl: string
  registryUrl: string
  /** Public key of the signature of a registry of schema 2, in base64. */
  registryKey?: string
  /** Several public keys, during a key rotation. */
  registryKeys?: string[]
  /** The URL that the shell reports fallbacks and failures of remotes to. */
  reportUrl?: string
  /** Origins from which staff may preview a remote. */
  previewOrigins?: string[]
  /** Further origins that tabs may send requests to. */
  connect?: readonly string[]
  /** Capabilities of the services beyond the specification (D27). */
  features?: readonly string[]
}
