import type { KeyObject } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { type RegisteredRemote, Registry } from '../registry'
import { verifyRegistry } from '../signature'
import { readJsonFile, validJson, writeJsonFile } from './json-file'
import { withLock } from './lock'
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
  const registry = await readJsonFile(registryFile(store), v.union([Registry, Outdated]))
  return registry?.schema === 2 ? registry : undefined
}

/**
 * Changes what is live. Readers see the old registry or the new one, never a part; changes at the same time follow
 * one another, from other processes too.
 *
 * @param key signs the registry; a signed registry is changed with its own key only
 * @param change from the remotes that are registered to those that shall be
 * @throws Error when the change does not give a registry or the old one is not what the key signed; the old one stays
 */
export async function updateRegistry(
  store: string,
  key: KeyObject | undefined,
  change: (remotes: RegisteredRemote[]) => RegisteredRemote[],
): Promise<Registry> {
  await mkdir(store, { recursive: true })
  return withLock(join(store, '.registry.lock'), async () => {
    const file = registryFile(store)
    const old = await readRegistry(store)
    if (old) await requireOwn(old, key, file)
    const serial = Math.max((old?.serial ?? 0) + 1, Date.now())
    const changed = validJson({ schema: 2, serial, remotes: change(old?.remotes ?? []) }, file, Registry)
    const registry = key ? await signRegistry(changed, key) : changed
    await writeJsonFile(file, registry)
    return registry
  })
}

export function registryFile(store: string): string {
  return join(store, 'registry.json')
}

/** Signing what somebody else wrote would give it this key's word. */
async function requireOwn(registry: Registry, key: KeyObject | undefined, file: string): Promise<void> {
  if (!key && !registry.signature) return
  if (!key) throw new Error(`${file} is signed: a release needs the key it is signed with.`)
  await verifyRegistry(registry, publicKeyOf(key)).catch((error: Error) => {
    throw new Error(`${file} cannot be changed with this key. ${error.message} To begin anew, delete the file.`)
  })
}
