import type { KeyObject } from 'node:crypto'
import {
  type Authority,
  authorityOf,
  HostManifest,
  keyIdOf,
  keysFor,
  type Release,
  type ReleaseManifest,
  reservationFault,
  ShellConfig,
  unmetRequirements,
} from '@canje/registry'
import { registryKeysOf } from '@canje/registry/login-config'
import { publicKeyOf, type ReleaseStore, readRegistry } from '@canje/release-store'
import * as v from 'valibot'
import { isUntrusted, TRUSTED_CERTIFICATE } from '../../project/certificate'
import { asCommandError } from '../../project/command-error'
import { errorMessage } from '../error-message'
import type { CheckResult, Finding } from '../findings'

/** A shell in use responds sooner. */
const RESPONSE_TIMEOUT_MS = 10_000

/** A registry of schema 3 has no serial of its own. */
const ServedRegistry = v.object({ serial: v.optional(v.number()), storeId: v.optional(v.string()) })

/** The published facts of a live shell. */
export interface LiveShell {
  /** Base URL, ending in a slash. */
  url: string
  /** Versions of the shared singletons by package. */
  provides: Record<string, string>
  /** The key of its copy of `shared-ui`; undefined for a shell of an earlier version. */
  sharedUi: string | undefined
  config: ShellConfig
  /** Its root of trust for a store of schema 3 (D36). */
  authority?: Authority | undefined
  /** The key that its pages trust during a check in place of its own, in base64. */
  checkKey?: string
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
    const config = v.parse(ShellConfig, await getJson(`${url}config.json`, stop))
    return { value: { url, provides, sharedUi, config, authority: authorityOf(config) }, findings: [] }
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

/** @returns a finding per version range of a release that a live shell does not meet */
export function requirementsUnmet(shells: LiveShell[], name: string, requires: Record<string, string>): Finding[] {
  return shells.flatMap(({ url, provides }) =>
    unmetRequirements(requires, provides).map((unmet) => ({
      code: 'requirement-unmet' as const,
      message: `${name} in the shell at ${url}: ${unmet}.`,
      fix: 'Build against the versions of that shell, or deploy a shell that provides the required versions first.',
    })),
  )
}

/** @returns a finding per live shell that does not grant all origins that a release sends requests to */
export function originsNotGranted(shells: LiveShell[], { name, connect = [] }: Connecting): Finding[] {
  return shells.flatMap(({ url, config: { connect: granted = [] } }) => {
    const missing = connect.filter((origin) => !granted.includes(origin))
    if (missing.length === 0) return []
    const message = `The shell at ${url} does not let ${name} send requests to ${missing.join(' and ')}.`
    const list = JSON.stringify([...granted, ...missing])
    const fix = `Ask its operator to set "connect": ${list} in its config.json, and to update the policy of its page from it. Or remove them from canje.connect in package.json, or from connect in the release.json of another bundler.`
    return [{ code: 'connect-not-granted', message, fix }]
  })
}

/** A release, by its remote, with the origins that it sends requests to. */
interface Connecting {
  name: string
  connect?: string[] | undefined
}

/**
 * Compares the signing key with the public keys of every shell: a shell rejects a registry signed with another key.
 *
 * @param fix advice for a shell that does not trust the key
 * @param name of the remote; by default, the key must be an operator's in a shell with such keys
 */
export async function keysNotTrusted(
  shells: LiveShell[],
  key: KeyObject,
  fix = 'Sign with a key that the shell trusts (--key), or add your public key to its config.json.',
  name?: string,
): Promise<Finding[]> {
  const ours = publicKeyOf(key)
  const others = shells.filter((shell) => !trusts(shell, ours, name))
  return Promise.all(
    others.map(async (shell) => {
      const trusted = await Promise.all((trustedKeys(shell, name) ?? []).map(keyIdOf))
      const message = `The shell at ${shell.url} trusts key ${trusted.join(' and ')}, not ${await keyIdOf(ours)}.`
      return { code: 'key-not-trusted' as const, message, fix }
    }),
  )
}

/**
 * Filters the shells that meet the version ranges of a release.
 *
 * @param key if given, they must trust it too
 */
export function compatibleShells(
  shells: LiveShell[],
  { name, requires }: Pick<ReleaseManifest, 'name' | 'requires'>,
  key?: KeyObject,
): LiveShell[] {
  const compatible = shells.filter(({ provides }) => unmetRequirements(requires, provides).length === 0)
  const publicKey = key && publicKeyOf(key)
  return publicKey ? compatible.filter((shell) => trusts(shell, publicKey, name)) : compatible
}

/** A shell without a key accepts any registry. */
function trusts(shell: LiveShell, publicKey: string, name?: string): boolean {
  return trustedKeys(shell, name)?.includes(publicKey) ?? true
}

/** @returns the keys that may sign a remote; undefined when the shell accepts any registry */
export function trustedKeys({ config, authority }: LiveShell, name = ''): string[] | undefined {
  const keys = registryKeysOf(config)
  return authority ? [...keysFor(authority, name), ...(keys ?? [])] : keys
}

/** @returns a finding per live shell whose config.json reserves another tab or other slots for a remote */
export function notReserved(
  shells: readonly LiveShell[],
  name: string,
  release: Pick<Release, 'tab' | 'extensions'>,
): Finding[] {
  return shells.flatMap(({ url, authority }) => {
    const fault = authority && reservationFault(authority, name, release)
    if (!fault) return []
    const fix = `Publish a version whose canje in package.json is the reserved one, or ask the operator to change "${name}" in remotes of its config.json.`
    return [{ code: 'not-reserved', message: `In the shell at ${url}, ${name} ${fault}.`, fix }]
  })
}

/** The root of trust of the live shells, for a store of schema 3. */
export function authorityIn(shells: readonly LiveShell[]): Authority | undefined {
  return shells.find(({ authority }) => authority)?.authority
}

/** A shell whose pages trust the key of a check. One without keys verifies nothing, and could not over plain HTTP. */
export function trusting<Shell extends LiveShell>(shell: Shell, key: KeyObject): Shell {
  return (registryKeysOf(shell.config) ?? shell.authority) ? { ...shell, checkKey: publicKeyOf(key) } : shell
}

/** As {@link authorityIn}, and undefined when no shell can be read. */
export async function readAuthority(urls: string[], stop: AbortSignal): Promise<Authority | undefined> {
  return authorityIn((await fetchShells(urls, stop)).value ?? [])
}

/**
 * Compares the registry that each shell reads with the store's, by the id of the store: a CDN may serve the previous one,
 * and another team may be changing it. Without ids, their serials must be equal.
 *
 * @returns a finding per shell that reads the registry of another store
 */
export async function checkSameStore(shells: LiveShell[], store: ReleaseStore, stop: AbortSignal): Promise<Finding[]> {
  const ours = await readRegistry(store)
  const findings = await Promise.all(
    shells.map(async ({ url, config }) => {
      try {
        // Before the first release, there is none.
        const served = await getJson(new URL(config.registryUrl, url).href, stop, {})
        const theirs = v.parse(ServedRegistry, served)
        const isSame =
          theirs.storeId && ours?.storeId ? theirs.storeId === ours.storeId : theirs.serial === ours?.serial
        if (isSame) return []
        const serials = `${config.registryUrl} has serial ${theirs.serial ?? 'none'}, ${store.location} has serial ${ours?.serial ?? 'none'}`
        return [registryMismatch(url, serials)]
      } catch (error) {
        stop.throwIfAborted()
        return [registryMismatch(url, `${config.registryUrl}: ${asCommandError(error).message}`)]
      }
    }),
  )
  return findings.flat()
}

function registryMismatch(url: string, reason: string): Finding {
  const message = `The shell at ${url} does not read this store's registry. ${reason}`
  const fix = 'Pass the store that this shell reads (--store), or serve this store there without a stale cache.'
  return { code: 'registry-elsewhere', message, fix }
}
