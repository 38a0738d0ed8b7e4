import { listingOf } from '@canje/registry'
import { type History, readHistory } from '@canje/release-store'
import { usableRegistry } from '../checks/registry'
import { authorityIn, fetchShells } from '../checks/shells'
import type { Context } from '../context'
import type { Finding } from '../findings'
import { type Outcome, refusal } from '../outcome'

/**
 * Shows who released what, when and why, newest first, and verifies the chain.
 *
 * @param target name of a remote; by default, all
 */
export async function history({ store, shells, stop }: Context, target?: string): Promise<Outcome> {
  const { findings: unusable } = await usableRegistry(store)
  if (unusable.length > 0) return refusal(unusable)
  const authority = authorityIn((await fetchShells(shells, stop)).value ?? [])
  const histories = await readHistory(store, target, authority)
  if (histories.length === 0) return refusal([noHistory(store.location, target)])
  const ownerOf = (name: string) => authority && listingOf(authority, name)?.owner
  const lines = histories.flatMap((one) => describe(one, ownerOf(one.name)))
  const result = histories.map(({ name, broken, entries }) => ({
    name,
    broken,
    changes: entries.map(({ serial, live, change, signature }) => ({
      at: new Date(serial).toISOString(),
      serial,
      live: live.version,
      ...change,
      keyId: signature.keyId,
    })),
  }))
  return { result: { store: store.location, remotes: result }, lines, findings: brokenLinks(histories) }
}

/** @returns a finding per remote whose chain is broken, naming the first broken link */
export function brokenLinks(histories: History[]): Finding[] {
  return histories.flatMap(({ broken }) =>
    broken === undefined
      ? []
      : { code: 'store-damaged', message: `${broken}.`, fix: 'Restore history and registry.json from a backup.' },
  )
}

function describe({ name, entries }: History, owner: string | undefined): string[] {
  return [
    `${name}${owner ? ` (${owner})` : ''}`,
    ...entries.map(({ serial, change, signature }) => {
      const { command, to = '', by, run, reason } = change
      const who = [by && `by ${by}`, `key ${signature.keyId}`, run].filter(Boolean).join(', ')
      return `  ${new Date(serial).toISOString()}  ${command} ${to}  ${who}${reason ? `: ${reason}` : ''}`
    }),
  ]
}

function noHistory(store: string, target: string | undefined): Finding {
  const message = `${store} has no history${target ? ` of ${target}` : ''}.`
  return { code: 'remote-unknown', message, fix: 'Name a remote with a release, or the store that has it: --store.' }
}
