import type { KeyObject } from 'node:crypto'
import type { Release } from '@canje/registry'
import { readRegistry, updateRegistry } from './registry-file'
import type { Listing, ReleaseStore, StoredRegistry } from './release-store'
import type { Note } from './signed-change'
import { NotAllowedError } from './store-error'

/**
 * Takes a version out for ever: neither roll-back, fallback nor `promote` uses it again. If it is live, a previous release
 * goes live in the same change.
 *
 * @param isAllowed whether a release may go live; the newest such one does
 * @returns the new registry
 * @throws Error when the store has schema 2, the remote is not registered, or no other release of it is left
 */
export async function withdraw(
  store: ReleaseStore,
  { name, version }: { name: string; version: string },
  key: KeyObject,
  note: Partial<Note> = {},
  isAllowed: (release: Release) => boolean = () => true,
): Promise<StoredRegistry> {
  const change = ({ remotes, retired, withdrawn }: Listing): Listing => {
    const remote = remotes.find((one) => one.name === name)
    const gone = retired.find((one) => one.name === name)
    if (!remote && !gone) throw new Error(`${name} is not in the registry of ${store.location}.`)
    const isOther = (release: { version: string }) => release.version !== version
    const others = remote ? [remote.live, ...remote.previous].filter(isOther) : []
    const live = others.find((release) => release === remote?.live || isAllowed(release))
    const previous = others.filter((release) => release !== live)
    if (remote && !live) throw new Error(`${name} ${version} is its only release: publish another one, or retire it.`)
    const versions = [...new Set([...(withdrawn[name] ?? []), version])]
    return {
      remotes: remotes.map((one) => (one === remote && live ? { name, live, previous } : one)),
      retired: retired.map((one) => ({
        ...one,
        versions: one === gone ? one.versions.filter((v) => v !== version) : one.versions,
      })),
      withdrawn: { ...withdrawn, [name]: versions },
    }
  }
  await assertSchema3(store)
  return updateRegistry(store, key, change, { command: 'withdraw', to: version, ...note })
}

/**
 * Renews the stamp: an operator has seen that no entry is missing or older.
 *
 * @param key the private key of an operator
 * @throws Error when the store has schema 2, or the key is not an operator's
 */
export async function refresh(store: ReleaseStore, key: KeyObject, note: Partial<Note> = {}): Promise<StoredRegistry> {
  const old = await assertSchema3(store)
  const registry = await updateRegistry(store, key, (listing) => listing, { command: 'refresh', ...note })
  if (stampOf(registry) !== stampOf(old)) return registry
  throw new NotAllowedError(`The stamp of ${store.location} is renewed with the key of an operator only: pass it.`)
}

const stampOf = ({ json }: StoredRegistry) => JSON.stringify(Object(json).stamp)

/** @throws Error when the store has schema 2 */
export async function assertSchema3(store: ReleaseStore): Promise<StoredRegistry> {
  const registry = await readRegistry(store)
  if (registry?.schema === 3) return registry
  throw new Error(`${store.location} has no registry of schema 3: run "npm run release -- convert" first.`)
}
