import type { KeyObject } from 'node:crypto'
import { asCommandError } from 'local-stack/src/command-error'
import { HostManifest, keyIdOf, unmetRequirements } from 'registry'
import { publicKeyOf } from 'registry/store'
import * as v from 'valibot'
import type { Checked, Finding } from '../findings'

/** In milliseconds; a shell that staff use answers sooner. */
const LONGEST_ANSWER_MS = 10_000

const ShellConfig = v.object({
  securityUrl: v.string(),
  apiUrl: v.string(),
  registryUrl: v.string(),
  registryKey: v.optional(v.string()),
})

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
  const signal = AbortSignal.any([stop, AbortSignal.timeout(LONGEST_ANSWER_MS)])
  const response = await fetch(url, { signal, cache: 'no-store' }).catch((error: Error) => {
    throw error.cause ?? error
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
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

/** A shell refuses a registry that is signed with a key it was not given. */
export async function distrustIn(shells: LiveShell[], key: KeyObject): Promise<Finding[]> {
  const ours = publicKeyOf(key)
  const others = shells.filter(({ config }) => config.registryKey !== undefined && config.registryKey !== ours)
  return Promise.all(
    others.map(async ({ url, config }) => ({
      code: 'key-not-trusted' as const,
      message: `The shell at ${url} trusts key ${await keyIdOf(config.registryKey ?? '')}, not ${await keyIdOf(ours)}.`,
      fix: 'Sign with the key that the shell trusts (--key), or give the shell the public half of yours.',
    })),
  )
}
