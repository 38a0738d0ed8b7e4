import type { KeyObject } from 'node:crypto'
import { makeLive, prune, publish, type ReleaseStore, readRelease, rekey, retire, rollBack } from '../index'

/** The changes of a store, as the commands of the same name make them. */
export const STORE_COMMANDS = ['publish', 'promote', 'rollback', 'retire', 'prune', 'rekey'] as const
export type StoreCommand = (typeof STORE_COMMANDS)[number]

interface Inputs {
  /** The build of mf-codes that `publish` publishes. */
  dist: string
  key: KeyObject
  nextKey: KeyObject
}

/** Changes a store in which 1.1.0 of mf-codes is live after 1.0.0, and 1.2.0 is stored. */
export async function runOn(
  store: ReleaseStore,
  command: StoreCommand,
  { dist, key, nextKey }: Inputs,
): Promise<unknown> {
  const commands: Record<StoreCommand, () => Promise<unknown>> = {
    publish: async () => makeLive(store, [await publish(store, dist)], key),
    promote: async () => {
      const stored = await readRelease(store, 'mf-codes', '1.2.0')
      return makeLive(store, stored ? [stored] : [], key)
    },
    rollback: () => rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key),
    retire: () => retire(store, 'mf-codes', '1.1.0', key),
    prune: () => prune(store, { olderThanMs: -60_000 }),
    rekey: () => rekey(store, key, nextKey),
  }
  return commands[command]()
}
