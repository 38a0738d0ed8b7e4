import { type Authority, HostManifest, listingOf, readShellConfig, type ShellConfig } from '@canje/registry'
import type { RemoteLog } from '@canje/release-store'
import * as v from 'valibot'
import { isUntrusted, TRUSTED_CERTIFICATE } from '../../project/certificate'
import { errorMessage } from '../error-message'
import type { CheckResult, Finding } from '../findings'

/** A shell in use responds sooner. */
const RESPONSE_TIMEOUT_MS = 10_000

/** Statuses that ask for credentials, or refuse them. */
const NOT_ADMITTED = [401, 403]

/** The response of an access proxy in place of the shell's. */
class NotAdmitted extends Error {}

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
    // With and without its trailing slash, a base URL means the same (D9, base URLs).
    const absolute = (base: string) => new URL(base.replace(/\/*$/, '/'), url).href
    const services = { securityUrl: absolute(config.securityUrl), apiUrl: absolute(config.apiUrl) }
    const settings = { ...config, ...services, storeUrl: absolute(config.storeUrl) }
    return { value: { url, provides, sharedUi, config: settings }, findings: [] }
  } catch (error) {
    stop.throwIfAborted()
    return { findings: [unreachable(`The shell at ${url}`, error)] }
  }
}

/** The finding of a part of a shell that cannot be read. */
export function unreachable(part: string, error: unknown): Finding {
  const message = `${part} cannot be read: ${errorMessage(error).trim()}`
  return { code: 'shell-unreachable', message, fix: fixOf(error) }
}

function fixOf(error: unknown): string {
  if (error instanceof NotAdmitted)
    return 'If an access proxy asks to sign in, name the headers that it accepts in RELEASE_HEADERS. Else correct the URL.'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (isUntrusted(code)) return TRUSTED_CERTIFICATE
  return 'Start that shell, or correct its URL. This machine must reach it, directly or through HTTPS_PROXY.'
}

/** Fetches JSON from a live shell, or from the store as its pages do. */
export async function getJson(url: string, stop: AbortSignal): Promise<unknown> {
  const text = await getText(url, stop)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${url} is not JSON: ${errorMessage(error)}`)
  }
}

/** The same, not parsed. */
export async function getText(url: string, stop: AbortSignal): Promise<string> {
  const limit = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
  try {
    const response = await fetch(url, { signal: AbortSignal.any([stop, limit]), cache: 'no-store' })
    const { ok, status } = response
    if (NOT_ADMITTED.includes(status)) throw new NotAdmitted(`${url} responded with status ${status}.`)
    if (!ok) throw Object.assign(new Error(`${url} responded with status ${status}.`), { status })
    const text = await response.text()
    if (!text.trimStart().startsWith('<')) return text
    throw new NotAdmitted(`${url} is a web page of ${new URL(response.url).origin} in place of JSON.`)
  } catch (error) {
    // This use also keeps Node.js from collecting the limit as garbage, after which it would never end the request.
    if (limit.aborted) throw new Error(`${url} did not respond within ${RESPONSE_TIMEOUT_MS / 1000} s.`)
    throw error instanceof Error ? (error.cause ?? error) : error
  }
}

/** @returns a link per live shell that lists a remote, which opens its candidate there (D45, candidate) */
export function candidateLinks(shells: readonly LiveShell[], name: string, version: string): string[] {
  return shells.flatMap(({ url, config: { authority } }) => {
    const listing = listingOf(authority, name)
    return listing ? [`${url}main?tab=${listing.tab.id}&candidate=${version}`] : []
  })
}

/** The root of trust of the live shells: they read one store. That of one that lists the remote comes first. */
export function authorityIn(shells: readonly LiveShell[], name: string): Authority | undefined {
  const authorities = shells.map(({ config }) => config.authority)
  return authorities.find((authority) => listingOf(authority, name)) ?? authorities[0]
}

/**
 * Requires the live shells to read a store, and the same epoch of a remote. A new remote takes the store id and the epoch of
 * the first.
 *
 * @returns a finding per shell of another store or epoch
 */
export function otherStores(
  shells: LiveShell[],
  location: string,
  { name, storeId, epoch }: Pick<RemoteLog, 'name' | 'storeId' | 'epoch'>,
): Finding[] {
  const expected = storeId ?? authorityIn(shells, name)?.storeId
  return shells.flatMap(({ url, config: { authority } }) => {
    const accepted = listingOf(authority, name)?.epoch ?? epoch
    const isOther = authority.storeId !== expected
    if (!isOther && accepted === epoch) return []
    const message = isOther
      ? `The shell at ${url} reads the store ${authority.storeId}, and ${location} is the store ${expected}.`
      : `The shell at ${url} accepts the epoch ${accepted} of ${name}, and another shell or the store has ${epoch}.`
    const fix = 'Pass the store that this shell reads (--store), or correct storeId and epoch in its config.json.'
    return [{ code: 'store-elsewhere' as const, message, fix }]
  })
}
