import { byTabOrder, type RegisteredRemote } from 'registry'
import * as v from 'valibot'
import type { TrustedRegistry } from './registry-source'

const Named = v.object({ name: v.string() })
const Listing = v.object({ remotes: v.array(v.unknown()) })

/**
 * The remotes of a registry; one that it names but that cannot be used is taken from the last good registry, so that
 * its tab stays.
 *
 * @returns in the order of the tabs
 */
export function withKeptRemotes(registry: TrustedRegistry, lastGood: TrustedRegistry | undefined): RegisteredRemote[] {
  const named = namesIn(registry.json)
  const kept = lastGood?.remotes.filter(
    ({ name, live }) =>
      named.has(name) && !registry.remotes.some((other) => other.name === name || other.live.tab.id === live.tab.id),
  )
  return [...registry.remotes, ...(kept ?? [])].sort(byTabOrder)
}

function namesIn(json: unknown): Set<string> {
  const listing = v.safeParse(Listing, json)
  const remotes = listing.success ? listing.output.remotes : []
  return new Set(remotes.filter((remote) => v.is(Named, remote)).map(({ name }) => name))
}
