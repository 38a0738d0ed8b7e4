import { listingOf, parseRegistry } from '@canje/registry'
import type { StoredRegistry } from '@canje/release-store'
import { asCommandError } from '../../project/command-error'
import type { LiveShell } from './shells'

/** What of a store a shell does not take, in sentences. */
interface Orphans {
  /** Listings of its operator that are malformed, or clash with others. */
  leftOut: string[]
  /** Remotes that its operator does not list: it shows no tab of theirs. */
  unlisted: string[]
  /** Entries that none of its keys has signed, or that it refuses otherwise. */
  refused: string[]
}

/** Compares the registry of a store with the root of trust of a shell. */
export async function orphansOf(registry: StoredRegistry, { url, config }: LiveShell): Promise<Orphans> {
  const { storeUrl, authority } = config
  const names = registry.remotes.map(({ name }) => name).filter((name) => !listingOf(authority, name))
  const refused = await parseRegistry(registry.json, storeUrl, authority).then(
    ({ findings }) => findings.map(({ reason }) => reason),
    (error) => [asCommandError(error).message],
  )
  const inShell = (problem: string) => `The shell at ${url} ${problem.replace(/\.$/, '')}.`
  return {
    leftOut: authority.findings.map(({ reason }) => inShell(`leaves out a remote: ${reason}`)),
    unlisted: names.map((name) => inShell(`does not list ${name}`)),
    refused: refused.map((reason) => inShell(`refuses a part of the registry: ${reason}`)),
  }
}
