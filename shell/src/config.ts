import { LoginConfig, registryKeysOf } from '@canje/registry/login-config'
import * as v from 'valibot'
import { fetchFile, textOf } from './fetch-file'

/** The configuration of the page, with absolute URLs. */
export interface Config extends Omit<LoginConfig, 'registryKey' | 'registryKeys'> {
  /** Trusted public keys of a registry of schema 2; undefined when no key signs it as a whole. */
  registryKeys?: readonly string[] | undefined
  previewOrigins: string[]
  features: string[]
  /** All settings. The code that verifies releases reads their root of trust from it: the login screen needs none. */
  settings?: unknown
}

/**
 * Fetches the run-time configuration (D9).
 *
 * @returns the configuration with absolute URLs
 * @throws Error when `/config.json` cannot be fetched, as `fetchFile`, lacks a URL, or has a malformed key or origin
 */
export async function loadConfig(): Promise<Config> {
  const settings: unknown = JSON.parse(textOf(await fetchFile('/config.json', 'no-store')))
  const { registryKey, registryKeys, ...config } = v.parse(LoginConfig, settings)
  const { securityUrl, apiUrl, registryUrl, reportUrl, previewOrigins = [], features = [], ...rest } = config
  return {
    ...rest,
    previewOrigins,
    features,
    registryKeys: registryKeysOf({ registryKey, registryKeys }),
    settings,
    securityUrl: absolute(securityUrl),
    apiUrl: absolute(apiUrl),
    registryUrl: absolute(registryUrl),
    ...(reportUrl && { reportUrl: absolute(reportUrl) }),
  }
}

function absolute(url: string): string {
  return new URL(url, location.origin).href
}
