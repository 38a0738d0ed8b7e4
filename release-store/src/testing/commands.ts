import type { KeyObject } from 'node:crypto'
import { makeLive, prune, publish, type ReleaseStore, readRelease, rollBack, withdraw } from '../index'

/** The changes of a store, as the commands of the same name make them. */
export const STORE_COMMANDS = ['publish', 'promote', 'rollback', 'withdraw', 'prune'] as const
export type StoreCommand = (typeof STORE_COMMANDS)[number]

/**
 * Changes a store in which 1.1.0 of mf-codes is live after 1.0.0, and 1.2.0 is stored.
 *
 * @param dist the build of mf-codes that `publish` publishes
 */
export async function runOn(
  store: ReleaseStore,
  command: StoreCommand,
  dist: string,
  key: KeyObject,
): Promise<unknown> {
  const commands: Record<StoreCommand, () => Promise<unknown>> = {
    publish: async () => makeLive(store, [await publish(store, dist)], key),
    promote: async () => {
      const stored = await readRelease(store, 'mf-codes', '1.2.0')
      return makeLive(store, stored ? [stored] : [], key)
    },
    rollback: () => rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key),
    withdraw: () => withdraw(store, { name: 'mf-codes', version: '1.1.0' }, key),
    prune: () => prune(store, { olderThanMs: -60_000 }),
  }
  return commands[command]()
}
