import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { type RegisteredRemote, Registry } from '../registry'
import { verifyRegistry } from '../signature'
import { readJsonFile, validJson, writeJsonFile } from './json-file'
import { type HeldLock, withLock } from './lock'
import { publicKeyOf, signRegistry } from './signing-key'

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
  const registry = await readJsonFile(registryFile(store), v.variant('schema', [Registry, Outdated]))
  return registry?.schema === 2 ? registry : undefined
}

/**
 * Changes the registry atomically: readers see the old registry or the new one. Concurrent changes are serialised, across
 * processes too.
 *
 * @param key signs the registry; a signed registry is changed only with its own key
 * @param change maps the registered remotes to the new ones
 * @param nextKey signs the new registry when it gets another key than the old one
 * @returns the new registry
 * @throws Error when the result is invalid, the old registry was not signed with the key, or another process holds the
 * lock or took it over; the old registry is kept
 */
export async function updateRegistry(
  store: string,
  key: KeyObject | undefined,
  change: (remotes: RegisteredRemote[]) => RegisteredRemote[],
  nextKey = key,
): Promise<Registry> {
  return withStoreLock(store, async (lock) => {
    const file = registryFile(store)
    const old = await readRegistry(store)
    if (old) await assertSignedWith(store, old, key)
    const serial = Math.max((old?.serial ?? 0) + 1, Date.now())
    const changed = validJson({ schema: 2, serial, remotes: change(old?.remotes ?? []) }, file, Registry)
    const registry = nextKey ? await signRegistry(changed, nextKey) : changed
    await writeJsonFile(file, registry, lock.assertHeld)
    await writeJsonFile(serialFile(store), { serial }, lock.assertHeld)
    await touchRemoved(store, old, registry)
    return registry
  })
}

/** Runs an action while holding the store's lock. The action must assert the lock before each change. */
export async function withStoreLock<T>(store: string, action: (lock: HeldLock) => Promise<T>): Promise<T> {
  await mkdir(store, { recursive: true })
  return withLock(join(store, '.registry.lock'), action)
}

/** Returns the folders of the releases that a registry lists, relative to the store. */
export function foldersOf(registry: Registry | undefined): Set<string> {
  return new Set(
    registry?.remotes.flatMap(({ name, live, previous }) =>
      [live, ...previous].map(({ version }) => join(name, version)),
    ),
  )
}

/** @returns the serial of the newest registry that the store has had; 0 in a store that has only had earlier versions */
export async function newestSerial(store: string): Promise<number> {
  return (await readJsonFile(serialFile(store), Serial))?.serial ?? 0
}

function serialFile(store: string): string {
  return join(store, '.registry.serial')
}

function registryFile(store: string): string {
  return join(store, 'registry.json')
}

/**
 * Verifies the signature of a store's registry.
 *
 * @param publicKeys the 32 bytes of each trusted key, in base64
 * @throws Error with the reason why the registry is rejected
 */
export async function verifyRegistryFile(store: string, ...publicKeys: string[]): Promise<void> {
  await verifyRegistry(await readJsonFile(registryFile(store), v.unknown()), ...publicKeys)
}

/** Signing content from another writer would vouch for it with this key. */
async function assertSignedWith(store: string, old: Registry, key: KeyObject | undefined): Promise<void> {
  const file = registryFile(store)
  if (!key && !old.signature) return
  if (!key) throw new Error(`${file} is signed: pass the key it is signed with.`)
  await verifyRegistryFile(store, publicKeyOf(key)).catch((error: Error) => {
    throw new Error(`${file} cannot be changed with this key. ${error.message} To start over, delete the file.`)
  })
}

/** A page may run a release long after its publication, so pruning counts its age from its removal from the registry. */
async function touchRemoved(store: string, old: Registry | undefined, registry: Registry): Promise<void> {
  const listed = foldersOf(registry)
  const removed = [...foldersOf(old)].filter((folder) => !listed.has(folder)).map((folder) => join(store, folder))
  const now = new Date()
  await Promise.all(removed.filter((folder) => existsSync(folder)).map((folder) => utimes(folder, now, now)))
}
