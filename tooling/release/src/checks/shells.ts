import type { KeyObject } from 'node:crypto'
import { HostManifest, keyIdOf, unmetRequirements } from 'registry'
import { registryKeyEntries, registryKeysOf } from 'registry/public-key'
import { publicKeyOf, readRegistry } from 'registry/store'
import * as v from 'valibot'
import { asCommandError } from 'workspace'
import type { Checked, Finding } from '../findings'

/** In milliseconds; a shell that staff use answers sooner. */
const LONGEST_ANSWER_MS = 10_000

const ShellConfig = v.object({
  securityUrl: v.string(),
  apiUrl: v.string(),
  registryUrl: v.string(),
  ...registryKeyEntries,
})

/** A registry of the format before has no serial. */
const Served = v.object({ serial: v.optional(v.number()) })

/** What a live shell says of itself. */
export interface LiveShell {
  /** Its address, ending in a slash. */
  url: string
  /** Versions of the shared singletons by package. */
  provides: Record<string, string>
  config: v.InferOutput<typeof ShellConfig>
}

/** Asks every live shell what it provides and which services and registry it uses. */
export async function askShells(urls: string[], stop: AbortSignal): Promise<Checked<LiveShell[]>> {
  const answers = await Promise.all(urls.map((url) => askShell(url, stop)))
  return {
    value: answers.flatMap(({ value }) => value ?? []),
    findings: answers.flatMap(({ findings }) => findings),
  }
}

async function askShell(url: string, stop: AbortSignal): Promise<Checked<LiveShell>> {
  try {
    const { provides } = v.parse(HostManifest, await getJson(`${url}release.json`, stop))
    const config = v.parse(ShellConfig, await getJson(`${url}config.json`, stop))
    return { value: { url, provides, config }, findings: [] }
  } catch (error) {
    stop.throwIfAborted()
    const message = `The shell at ${url} does not say what it provides: ${asCommandError(error).message}`
    const fix = 'Name the shells that are live with --shell <url>, and see that they answer from here.'
    return { findings: [{ code: 'shell-unreachable', message, fix }] }
  }
}

async function getJson(url: string, stop: AbortSignal): Promise<unknown> {
  return jsonOf(await ask(url, stop))
}

function ask(url: string, stop: AbortSignal): Promise<Response> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(LONGEST_ANSWER_MS)])
  return fetch(url, { signal, cache: 'no-store' }).catch((error: Error) => {
    throw error.cause ?? error
  })
}

function jsonOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`)
  return response.json()
}

/** What a release needs and a live shell does not give. */
export function unmetIn(shells: LiveShell[], name: string, requires: Record<string, string>): Finding[] {
  return shells.flatMap(({ url, provides }) =>
    unmetRequirements(requires, provides).map((unmet) => ({
      code: 'requirement-unmet' as const,
      message: `${name} in the shell at ${url}: ${unmet}.`,
      fix: 'Build it for what that shell provides, or deploy a shell there first that provides what it requires.',
    })),
  )
}

/**
 * A shell refuses a registry that is signed with a key it was not given.
 *
 * @param fix what to do about such a shell
 */
export async function distrustIn(
  shells: LiveShell[],
  key: KeyObject,
  fix = 'Sign with a key that the shell trusts (--key), or add the public half of yours to its registryKeys.',
): Promise<Finding[]> {
  const ours = publicKeyOf(key)
  const others = shells.filter((shell) => !trusts(shell, ours))
  return Promise.all(
    others.map(async ({ url, config }) => {
      const trusted = await Promise.all((registryKeysOf(config) ?? []).map(keyIdOf))
      const message = `The shell at ${url} trusts key ${trusted.join(' and ')}, not ${await keyIdOf(ours)}.`
      return { code: 'key-not-trusted' as const, message, fix }
    }),
  )
}

/** The shells that can show a release: the others would refuse it whatever its tab is like. */
export function ableToShow(shells: LiveShell[], requires: Record<string, string>, key: KeyObject): LiveShell[] {
  const publicKey = publicKeyOf(key)
  return shells.filter((shell) => trusts(shell, publicKey) && unmetRequirements(requires, shell.provides).length === 0)
}

/** A shell without a key uses any registry. */
function trusts({ config }: LiveShell, publicKey: string): boolean {
  return registryKeysOf(config)?.includes(publicKey) ?? true
}

/** A shell that reads another registry than the store's never shows what is made live there. */
export async function strayIn(shells: LiveShell[], store: string, stop: AbortSignal): Promise<Finding[]> {
  const ours = (await readRegistry(store))?.serial
  const findings = await Promise.all(
    shells.map(async ({ url, config }) => {
      try {
        const theirs = await serialAt(new URL(config.registryUrl, url).href, stop)
        if (theirs === ours) return []
        return [elsewhere(url, `${config.registryUrl} has serial ${theirs ?? 'none'}, ${store} ${ours ?? 'none'}`)]
      } catch (error) {
        stop.throwIfAborted()
        return [elsewhere(url, `${config.registryUrl}: ${asCommandError(error).message}`)]
      }
    }),
  )
  return findings.flat()
}

/** @returns undefined where nothing was released yet */
async function serialAt(address: string, stop: AbortSignal): Promise<number | undefined> {
  const response = await ask(address, stop)
  return response.status === 404 ? undefined : v.parse(Served, await jsonOf(response)).serial
}

function elsewhere(url: string, reason: string): Finding {
  const message = `The shell at ${url} does not read this store's registry. ${reason}`
  const fix = 'Name the store that this shell reads (--store), or see that it is served there, and not from a cache.'
  return { code: 'registry-elsewhere', message, fix }
}
