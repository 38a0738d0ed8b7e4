import { type Authority, HostManifest, readShellConfig, registryUrl, type ShellConfig } from '@canje/registry'
import { type ReleaseStore, readRegistry } from '@canje/release-store'
import * as v from 'valibot'
import { isUntrusted, TRUSTED_CERTIFICATE } from '../../project/certificate'
import { asCommandError } from '../../project/command-error'
import { errorMessage } from '../error-message'
import type { CheckResult, Finding } from '../findings'

/** A shell in use responds sooner. */
const RESPONSE_TIMEOUT_MS = 10_000

const ServedRegistry = v.object({ storeId: v.optional(v.string()) })

/** The published facts of a live shell. */
export interface LiveShell {
  /** Base URL, ending in a slash. */
  url: string
  /** Versions of the shared singletons by package. */
  provides: Record<string, string>
  /** The key of its copy of `shared-ui`; undefined for a shell of an earlier version. */
  sharedUi: string | undefined
  /** Its settings; the URLs of services and store are absolute, and end in a slash. */
  config: ShellConfig
}

/**
 * Fetches `/release.json` and `/config.json` of every live shell.
 *
 * @param urls base URLs, each ending in a slash
 */
export async function fetchShells(urls: string[], stop: AbortSignal): Promise<CheckResult<LiveShell[]>> {
  const results = await Promise.all(urls.map((url) => fetchShell(url, stop)))
  return {
    value: results.flatMap(({ value }) => value ?? []),
    findings: results.flatMap(({ findings }) => findings),
  }
}

async function fetchShell(url: string, stop: AbortSignal): Promise<CheckResult<LiveShell>> {
  try {
    const { provides, sharedUi } = v.parse(HostManifest, await getJson(`${url}release.json`, stop))
    const config = readShellConfig(await getJson(`${url}config.json`, stop))
    // With and without its trailing slash, a base URL means the same (D9).
    const absolute = (base: string) => new URL(base.replace(/\/*$/, '/'), url).href
    const services = { securityUrl: absolute(config.securityUrl), apiUrl: absolute(config.apiUrl) }
    const settings = { ...config, ...services, storeUrl: absolute(config.storeUrl) }
    return { value: { url, provides, sharedUi, config: settings }, findings: [] }
  } catch (error) {
    stop.throwIfAborted()
    const message = `The shell at ${url} cannot be read: ${errorMessage(error).trim()}`
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const start = 'Start that shell, or correct its URL. This machine must reach it.'
    const fix = isUntrusted(code) ? TRUSTED_CERTIFICATE : start
    return { findings: [{ code: 'shell-unreachable', message, fix }] }
  }
}

/** @param whenMissing in place of a response with 404; without it, that is an error like the others */
async function getJson(url: string, stop: AbortSignal, whenMissing?: object): Promise<unknown> {
  const limit = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
  try {
    const response = await fetch(url, { signal: AbortSignal.any([stop, limit]), cache: 'no-store' })
    if (response.status === 404 && whenMissing) return whenMissing
    if (!response.ok) throw new Error(`${url} responded with status ${response.status}.`)
    return await response.json()
  } catch (error) {
    // This use also keeps Node.js from collecting the limit as garbage, after which it would never end the request.
    if (limit.aborted) throw new Error(`${url} did not respond within ${RESPONSE_TIMEOUT_MS / 1000} s.`)
    throw error instanceof Error ? (error.cause ?? error) : error
  }
}

/** The root of trust of the live shells: they read one store. */
export function authorityIn(shells: readonly LiveShell[]): Authority | undefined {
  return shells[0]?.config.authority
}

/**
 * Compares the store that each shell reads and trusts with this one, by their ids: a CDN may serve an earlier registry, and
 * another team may be changing it. A new store takes the id that the shells trust.
 *
 * @returns a finding per shell of another store
 */
export async function checkSameStore(shells: LiveShell[], store: ReleaseStore, stop: AbortSignal): Promise<Finding[]> {
  const ours = (await readRegistry(store))?.storeId
  const expected = ours ?? authorityIn(shells)?.storeId
  const findings = await Promise.all(
    shells.map(async ({ url, config: { storeUrl, authority } }) => {
      const registry = registryUrl(storeUrl)
      try {
        // Before the first release, there is none.
        const { storeId } = v.parse(ServedRegistry, await getJson(registry, stop, {}))
        if (storeId === ours && authority.storeId === expected) return []
        const ids = `${registry} is of the store ${storeId ?? '(none)'}, its config.json of ${authority.storeId}, and ${store.location} is the store ${ours ?? '(new)'}.`
        return [storeElsewhere(url, ids)]
      } catch (error) {
        stop.throwIfAborted()
        return [storeElsewhere(url, `${registry}: ${asCommandError(error).message}`)]
      }
    }),
  )
  return findings.flat()
}

function storeElsewhere(url: string, reason: string): Finding {
  const message = `The shell at ${url} does not read this store. ${reason}`
  const fix = 'Pass the store that this shell reads (--store), or correct storeUrl and storeId in its config.json.'
  return { code: 'registry-elsewhere', message, fix }
}
