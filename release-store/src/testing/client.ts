import type { ReleaseStore } from '../release-store'

/** Makes a call of one client to a store. */
export type Call = <T>(call: () => Promise<T>, isWrite: boolean) => Promise<T>

/** A store in which no file is new. */
export function agedStore(store: ReleaseStore): ReleaseStore {
  const list: ReleaseStore['list'] = async (remote) =>
    (await store.list(remote))?.map((file) => ({ ...file, modifiedMs: 0 }))
  return { ...store, list }
}

/** A store as one client uses it. */
export function clientOf(store: ReleaseStore, make: Call): ReleaseStore {
  return {
    ...store,
    read: (path) => make(() => store.read(path), false),
    create: (...file) => make(() => store.create(...file), true),
    replace: (...file) => make(() => store.replace(...file), true),
    remove: (path) => make(() => store.remove(path), true),
    list: (remote) => make(() => store.list(remote), false),
  }
}

/**
 * A store as a client uses it that is killed at a write: from there on, every call fails.
 *
 * @param lastWrite counts from 0
 * @param takesEffect whether that write does
 */
export function killedClientOf(store: ReleaseStore, lastWrite: number, takesEffect: boolean): ReleaseStore {
  let writes = 0
  return clientOf(store, async (call, isWrite) => {
    if (writes > lastWrite) throw new Error('killed')
    if (!isWrite || ++writes <= lastWrite) return call()
    if (takesEffect) await call()
    throw new Error('killed')
  })
}
