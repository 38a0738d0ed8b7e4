import { LoginConfig } from '@canje/registry/login-config'
import * as v from 'valibot'
import { fetchFile, textOf } from './fetch-file'

/** The configuration of the page, with absolute URLs. */
export interface Config extends LoginConfig {
  /** All settings. The main screen reads from them who may release what: the login screen needs none of it. */
  settings: unknown
}

/**
 * Fetches the run-time configuration (D9, base URLs).
 *
 * @returns the configuration with absolute URLs
 * @throws Error when `/config.json` cannot be fetched, as `fetchFile`, lacks a URL, or has a malformed origin
 */
export async function loadConfig(): Promise<Config> {
  const settings = await fetchSettings()
  const config = v.parse(LoginConfig, settings)
  const { securityUrl, apiUrl, storeUrl, reportUrl } = config
  return {
    ...config,
    settings,
    securityUrl: absolute(securityUrl),
    apiUrl: absolute(apiUrl),
    storeUrl: absolute(storeUrl),
    ...(reportUrl && { reportUrl: absolute(reportUrl) }),
  }
}

/**
 * Fetches all settings of `/config.json`.
 *
 * @throws Error as `fetchFile`, and when it is no JSON
 */
export async function fetchSettings(): Promise<unknown> {
  const text = textOf(await fetchFile('/config.json', 'no-store'))
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('/config.json is not JSON.', { cause })
  }
}

function absolute(url: string): string {
  return new URL(url, location.origin).href
}
