import { type KeyObject, randomUUID } from 'node:crypto'
import { canonicalBytes, Registry, SignedRegistry, verifyRegistry } from '@canje/registry'
import * as v from 'valibot'
import { validJson } from './json-file'
import { newestSerial } from './newest-serial'
import {
  type FoundRegistry,
  type Listing,
  REGISTRY,
  type RegistryChange,
  type ReleaseStore,
  SERIAL,
  type StoredRegistry,
} from './release-store'
import { changeSigned, type Note, storedSignedRegistry } from './signed-change'
import { publicKeyOf, signRegistry } from './signing-key'
import { readStoreJson } from './store-file'

/** The previous format has no hashes, so nothing of it is usable. */
const Outdated = v.object({ schema: v.literal(1) })

/**
 * Reads the registry of a store.
 *
 * @returns the registry, with entries relative to it; undefined when no release is live yet
 * @throws Error when `registry.json` is invalid
 */
export async function readRegistry(store: ReleaseStore): Promise<StoredRegistry | undefined> {
  return parseRegistryFile(store, await readStoreJson(store, REGISTRY))
}

function parseRegistryFile(store: ReleaseStore, json: unknown): StoredRegistry | undefined {
  if (json === undefined) return undefined
  assertSignable(json, store.labelOf(REGISTRY))
  const registry = validJson(json, store.labelOf(REGISTRY), v.variant('schema', [Registry, SignedRegistry, Outdated]))
  if (registry.schema === 1) return undefined
  return registry.schema === 2 ? storedRegistry(registry, json) : storedSignedRegistry(registry, json)
}

/** @throws Error when it was nested deeper than the stack, or has what no canonical JSON has: no shell can verify it */
function assertSignable(json: unknown, file: string): void {
  try {
    canonicalBytes(json)
  } catch (error) {
    throw new Error(`${file} is not valid. It cannot be verified: ${error instanceof Error ? error.message : error}`)
  }
}

function storedRegistry({ schema, storeId, serial, remotes, retired = [] }: Registry, json: unknown): StoredRegistry {
  return { schema, storeId, serial, remotes, retired, withdrawn: {}, json }
}

/**
 * Changes the registry atomically: readers see the old registry or the new one. Concurrent changes are serialised, across
 * processes too.
 *
 * @param key signs the registry, or the changed entries of schema 3; what is signed is changed only with an allowed key
 * @param change maps the listed releases to the new ones; in a bucket, called again after a lost race
 * @param note for the history of schema 3
 * @param nextKey signs the new registry when it gets another key than the old one; schema 2 only
 * @returns the new registry
 * @throws Error when the result is invalid, a release that becomes listed was deleted, the old registry was not signed with
 * the key or is older than the newest one, or another process holds the lock or took it over; the old registry is kept
 */
export async function updateRegistry(
  store: ReleaseStore,
  key: KeyObject | undefined,
  change: (listing: Listing) => Listing | Promise<Listing>,
  note: Note = { command: 'publish' },
  nextKey = key,
): Promise<StoredRegistry> {
  async function changed({ json, newest }: FoundRegistry): Promise<RegistryChange> {
    const old = await changeable(store, { json, newest }, key)
    if (old?.schema === 3) return changeSigned(store, old, change, key, note)
    const serial = Math.max((old?.serial ?? 0) + 1, newest + 1, Date.now())
    const storeId = old?.storeId ?? randomUUID()
    const { remotes, retired } = await change(old ?? { remotes: [], retired: [], withdrawn: {} })
    const content = { schema: 2, serial, storeId, remotes, ...(retired.length > 0 && { retired }) }
    const valid = validJson(content, store.labelOf(REGISTRY), Registry)
    const registry = nextKey ? await signRegistry(valid, nextKey) : valid
    return { old, registry: storedRegistry(registry, registry), entries: [] }
  }
  return store.update(changed)
}

/**
 * Reads a registry that is about to be changed.
 *
 * @throws Error when it is older than the newest one, or of schema 2 and not signed with the key
 */
export async function changeable(
  store: ReleaseStore,
  { json, newest }: FoundRegistry,
  key: KeyObject | undefined,
): Promise<StoredRegistry | undefined> {
  const old = parseRegistryFile(store, json)
  if (old?.schema === 2) await assertSignedWith(store, json, key)
  if (old) assertNewest(store, old, newest)
  return old
}

/** The finding on a registry that somebody has put back. */
export function olderRegistry(serial: number, newest: number): string {
  return `registry.json was replaced by an older one: ${serial}, after ${newest}`
}

/** Signing it again would put back what it lists, such as a release that was rolled back, with a new serial. */
function assertNewest(store: ReleaseStore, { serial }: StoredRegistry, newest: number): void {
  if (serial >= newest) return
  const advice = `Restore the newest one from a backup. To go on from this one, delete ${store.labelOf(SERIAL)}.`
  throw new Error(`${store.location}: ${olderRegistry(serial, newest)}. ${advice}`)
}

/**
 * Verifies the signature of a store's registry.
 *
 * @param publicKeys the 32 bytes of each trusted key, in base64
 * @throws Error with the reason why the registry is rejected
 */
export async function verifyRegistryFile(store: ReleaseStore, ...publicKeys: string[]): Promise<void> {
  await verifyRegistry(await readStoreJson(store, REGISTRY), ...publicKeys)
}

/**
 * Reads a registry that a command is about to change.
 *
 * @param publicKey the 32 bytes of the key that signs it, in base64
 * @returns undefined when no release is live yet
 * @throws Error with the reason why the next change would refuse it
 */
export async function readChangeable(store: ReleaseStore, publicKey: string): Promise<StoredRegistry | undefined> {
  const newest = await newestSerial(store)
  const registry = await readRegistry(store)
  if (!registry) return undefined
  // An entry of schema 3 is verified before its change.
  if (registry.schema === 2) await verifyRegistryFile(store, publicKey)
  assertNewest(store, registry, newest)
  return registry
}

/** Signing content from another writer would vouch for it with this key. */
async function assertSignedWith(store: ReleaseStore, json: unknown, key: KeyObject | undefined): Promise<void> {
  const file = store.labelOf(REGISTRY)
  if (!key && Object(json).signature === undefined) return
  if (!key) throw new Error(`${file} is signed: pass the key it is signed with.`)
  await verifyRegistry(json, publicKeyOf(key)).catch((error: Error) => {
    throw new Error(`${file} cannot be changed with this key. ${error.message} To start over, delete the file.`)
  })
}
