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

/** Nothing of the format before this one can be used: it names no hashes. */
const Outdated = v.object({ schema: v.literal(1) })

/**
 * What is live in a store.
 *
 * @returns undefined when nothing was released yet; entries are relative to the registry
 * @throws Error when `registry.json` is not a registry
 */
export async function readRegistry(store: string): Promise<Registry | undefined> {
  const registry = await readJsonFile(registryFile(store), v.variant('schema', [Registry, Outdated]))
  return registry?.schema === 2 ? registry : undefined
}

/**
 * Changes what is live. Readers see the old registry or the new one, never a part; changes at the same time follow
 * one another, from other processes too.
 *
 * @param key signs the registry; a signed registry is changed with its own key only
 * @param change from the remotes that are registered to those that shall be
 * @param nextKey signs the new registry, where that is another key than the one of the old registry
 * @throws Error when the change does not give a registry, the old one is not what the key signed, or another process
 * holds the lock or took it over; the old registry stays
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
    if (old) await requireOwn(store, old, key)
    const serial = Math.max((old?.serial ?? 0) + 1, Date.now())
    const changed = validJson({ schema: 2, serial, remotes: change(old?.remotes ?? []) }, file, Registry)
    const registry = nextKey ? await signRegistry(changed, nextKey) : changed
    await writeJsonFile(file, registry, lock.assertHeld)
    await touchDropped(store, old, registry)
    return registry
  })
}

/** Runs an action while nobody else changes what the store holds. It must assert the lock before each change. */
export async function withStoreLock<T>(store: string, action: (lock: HeldLock) => Promise<T>): Promise<T> {
  await mkdir(store, { recursive: true })
  return withLock(join(store, '.registry.lock'), action)
}

/** The folders of the releases that a registry names, relative to the store. */
export function foldersOf(registry: Registry | undefined): Set<string> {
  return new Set(
    registry?.remotes.flatMap(({ name, live, previous }) =>
      [live, ...previous].map(({ version }) => join(name, version)),
    ),
  )
}

function registryFile(store: string): string {
  return join(store, 'registry.json')
}

/**
 * @param publicKeys the 32 bytes of each key that the registry may be signed with, in base64
 * @throws Error saying why the registry is refused
 */
export async function verifyRegistryFile(store: string, ...publicKeys: string[]): Promise<void> {
  await verifyRegistry(await readJsonFile(registryFile(store), v.unknown()), ...publicKeys)
}

/** Signing what somebody else wrote would give it this key's word. */
async function requireOwn(store: string, old: Registry, key: KeyObject | undefined): Promise<void> {
  const file = registryFile(store)
  if (!key && !old.signature) return
  if (!key) throw new Error(`${file} is signed: a release needs the key it is signed with.`)
  await verifyRegistryFile(store, publicKeyOf(key)).catch((error: Error) => {
    throw new Error(`${file} cannot be changed with this key. ${error.message} To begin anew, delete the file.`)
  })
}

/** Pages may have a release open long after it was published: its age counts from when the registry dropped it. */
async function touchDropped(store: string, old: Registry | undefined, registry: Registry): Promise<void> {
  const named = foldersOf(registry)
  const dropped = [...foldersOf(old)].filter((folder) => !named.has(folder)).map((folder) => join(store, folder))
  const now = new Date()
  await Promise.all(dropped.filter((folder) => existsSync(folder)).map((folder) => utimes(folder, now, now)))
}
