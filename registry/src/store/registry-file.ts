import { type KeyObject, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { type RegisteredRemote, Registry } from '../registry'
import { verifyRegistry } from '../signature'
import { isBucket } from './bucket/address'
import { validJson, writeJsonFile } from './json-file'
import { deletedError, foldersAdded, foldersRemoved, type RegistryChange, withoutFolder } from './listed-releases'
import { type HeldLock, withLock } from './lock'
import { publicKeyOf, signRegistry } from './signing-key'
import { labelOf, readStoreJson, readValidJson } from './store-file'

const REGISTRY = 'registry.json'
/** The file with the serial of the newest registry. */
const SERIAL = '.registry.serial'

/** The previous format has no hashes, so nothing of it is usable. */
const Outdated = v.object({ schema: v.literal(1) })

const Serial = v.object({ serial: v.number() })

/**
 * Reads the registry of a store.
 *
 * @returns the registry, with entries relative to it; undefined when no release is live yet
 * @throws Error when `registry.json` is invalid
 */
export async function readRegistry(store: string): Promise<Registry | undefined> {
  return parseRegistryFile(store, await readStoreJson(store, REGISTRY))
}

function parseRegistryFile(store: string, json: unknown): Registry | undefined {
  if (json === undefined) return undefined
  const registry = validJson(json, labelOf(store, REGISTRY), v.variant('schema', [Registry, Outdated]))
  return registry.schema === 2 ? registry : undefined
}

/**
 * Changes the registry atomically: readers see the old registry or the new one. Concurrent changes are serialised, across
 * processes too: by a lock in a folder, by conditional writes in a bucket.
 *
 * @param key signs the registry; a signed registry is changed only with its own key
 * @param change maps the registered remotes to the new ones; in a bucket, called again after a lost race
 * @param nextKey signs the new registry when it gets another key than the old one
 * @returns the new registry
 * @throws Error when the result is invalid, a release that becomes listed was deleted, the old registry was not signed with
 * the key, or another process holds the lock or took it over; the old registry is kept
 */
export async function updateRegistry(
  store: string,
  key: KeyObject | undefined,
  change: (remotes: RegisteredRemote[]) => RegisteredRemote[],
  nextKey = key,
): Promise<Registry> {
  async function changed(json: unknown, apply = change, signingKey = key): Promise<RegistryChange> {
    const old = parseRegistryFile(store, json)
    if (old) await assertSignedWith(store, old, json, signingKey)
    const serial = Math.max((old?.serial ?? 0) + 1, Date.now())
    const storeId = old?.storeId ?? randomUUID()
    const content = { schema: 2, serial, storeId, remotes: apply(old?.remotes ?? []) }
    const registry = validJson(content, labelOf(store, REGISTRY), Registry)
    return { old, registry: nextKey ? await signRegistry(registry, nextKey) : registry }
  }
  if (!isBucket(store)) return updateInFolder(store, changed)
  const { updateInBucket } = await import('./bucket/update')
  const withdraw = (folder: string) => (json: unknown) =>
    changed(json, (remotes) => withoutFolder(remotes, folder), nextKey)
  return updateInBucket(store, changed, withdraw)
}

function updateInFolder(store: string, change: (json: unknown) => Promise<RegistryChange>): Promise<Registry> {
  return withStoreLock(store, async (lock) => {
    const made = await change(await readStoreJson(store, REGISTRY))
    // `prune` takes the same lock.
    const deleted = foldersAdded(made).find((folder) => !existsSync(join(store, folder)))
    if (deleted !== undefined) throw deletedError(store, deleted)
    const { registry } = made
    // First, so that an interruption never makes `prune` count from the publication.
    await touch(foldersRemoved(made).map((folder) => join(store, folder)))
    await writeJsonFile(join(store, REGISTRY), registry, lock.assertHeld)
    await writeJsonFile(join(store, SERIAL), { serial: registry.serial }, lock.assertHeld)
    return registry
  })
}

/** Runs an action while holding the store's lock. The action must assert the lock before each change. */
export async function withStoreLock<T>(store: string, action: (lock: HeldLock) => Promise<T>): Promise<T> {
  await mkdir(store, { recursive: true })
  return withLock(join(store, '.registry.lock'), action)
}

/** @returns the serial of the newest registry that the store has had; 0 in a store that has only had earlier versions */
export async function newestSerial(store: string): Promise<number> {
  return (await readValidJson(store, SERIAL, Serial))?.serial ?? 0
}

/**
 * Verifies the signature of a store's registry.
 *
 * @param publicKeys the 32 bytes of each trusted key, in base64
 * @throws Error with the reason why the registry is rejected
 */
export async function verifyRegistryFile(store: string, ...publicKeys: string[]): Promise<void> {
  await verifyRegistry(await readStoreJson(store, REGISTRY), ...publicKeys)
}

/** Signing content from another writer would vouch for it with this key. */
async function assertSignedWith(
  store: string,
  old: Registry,
  json: unknown,
  key: KeyObject | undefined,
): Promise<void> {
  const file = labelOf(store, REGISTRY)
  if (!key && !old.signature) return
  if (!key) throw new Error(`${file} is signed: pass the key it is signed with.`)
  await verifyRegistry(json, publicKeyOf(key)).catch((error: Error) => {
    throw new Error(`${file} cannot be changed with this key. ${error.message} To start over, delete the file.`)
  })
}

/** A page may run a release long after its publication, so pruning counts its age from its removal from the registry. */
async function touch(folders: string[]): Promise<void> {
  const now = new Date()
  await Promise.all(folders.filter((folder) => existsSync(folder)).map((folder) => utimes(folder, now, now)))
}
