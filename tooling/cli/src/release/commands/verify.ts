import { readHistory, StoreError, verifyStore } from '@canje/release-store'
import { asCommandError } from '../../project'
import { orphansOf } from '../checks/orphans'
import { usableRegistry } from '../checks/registry'
import { fetchShells } from '../checks/shells'
import { storeDamaged } from '../checks/store'
import type { Context } from '../context'
import { asNote, type Finding } from '../findings'
import { type Outcome, refusal } from '../outcome'
import { brokenLinks } from './history'

/**
 * Compares every released file with its hash in the registry. No link of the history may be broken, and every live shell
 * must accept every entry of a remote that it lists; other remotes are noted.
 */
export async function verify({ store, shells: urls, stop }: Context): Promise<Outcome> {
  const { value: registry } = await usableRegistry(store)
  const { value: shells = [], findings: unreadable } = await fetchShells(urls, stop)
  if (shells.length === 0) return refusal(unreadable)
  const damage = await verifyStore(store).catch((error) => {
    if (error instanceof StoreError) throw error
    return [asCommandError(error).message.replace(/\.$/, '')]
  })
  const orphans = registry ? await Promise.all(shells.map((shell) => orphansOf(registry, shell))) : []
  const findings = [
    ...storeDamaged(damage),
    ...(registry ? brokenLinks(await readHistory(store)) : []),
    ...orphans.flatMap(({ refused }) => refused).map(refusedEntry),
  ]
  const line = `${store.location} matches its registry, every shell accepts its entries, and no link of the history is broken.`
  return {
    result: { store: store.location },
    lines: findings.length === 0 ? [line] : [],
    findings,
    notes: [...orphans.flatMap(({ leftOut, unlisted }) => [...leftOut, ...unlisted]), ...unreadable.map(asNote)],
  }
}

function refusedEntry(message: string): Finding {
  const fix = 'Restore registry.json from a backup, or list the key in config.json again.'
  return { code: 'store-damaged', message, fix }
}
