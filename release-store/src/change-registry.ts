import { type KeyObject, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type Authority,
  type Change,
  type Entry,
  keyIdOf,
  keysFor,
  MAX_LENGTH,
  signatureFault,
  signedContent,
} from '@canje/registry'
import { hashOf, replacement } from './history'
import { jsonText } from './json-file'
import { entriesOf, parseRegistryFile, stateOf } from './registry-file'
import { REGISTRY, type ReleaseStore, type RemoteState, type StoredRegistry } from './release-store'
import { publicKeyOf, signatureOf } from './signing-key'
import { NotAllowedError } from './store-error'

/** Why an entry is changed, and who may change it. */
export interface Note extends Omit<Change, 'before'> {
  /** The root of trust of the shells; without it, only entries that were signed with the same key are changed. */
  authority?: Authority | undefined
}

/**
 * Changes entries of the registry atomically, and signs them: readers see the old registry or the new one. Concurrent
 * changes are serialised, across processes too. An entry is signed again without a change when another key has signed it.
 *
 * @param key a key of each changed remote, or an operator's
 * @param change returns what is to be registered of different remotes; in a bucket, called again after a lost race
 * @returns the new registry; the old one when there is nothing to change
 * @throws NotAllowedError when the key may not change an entry, or the entry is not the one that its team has signed
 * @throws Error when the result is invalid, a release that becomes listed was deleted, an older registry was put back, or
 * another process holds the lock or took it over; the old registry is kept
 */
export function changeRegistry(
  store: ReleaseStore,
  key: KeyObject,
  note: Note,
  change: (registry: StoredRegistry | undefined) => RemoteState[],
): Promise<StoredRegistry> {
  return store.update(async (json) => {
    const old = json === undefined ? undefined : parseRegistryFile(store, json)
    const storeId = old?.storeId ?? note.authority?.storeId ?? randomUUID()
    const keyId = await keyIdOf(publicKeyOf(key))
    const registered = new Map(old && entriesOf(old).map((entry) => [entry.name, entry]))
    const entries: Entry[] = []
    for (const state of change(old)) {
      const before = registered.get(state.name)
      await assertMayChange(store, storeId, state.name, before, key, note.authority)
      if (before?.signature.keyId === keyId && isDeepStrictEqual(stateOf(old, state.name), state)) continue
      entries.push(await signedEntry(storeId, state, before, key, note))
    }
    const remotes = [...new Map([...registered, ...entries.map((entry) => [entry.name, entry] as const)]).values()]
    const registry = parseRegistryFile(store, { format: 1, storeId, remotes })
    if (jsonText(registry.json).length > MAX_LENGTH)
      throw new Error(
        `${store.labelOf(REGISTRY)} would have more than ${MAX_LENGTH} characters, which no shell reads: release fewer files.`,
      )
    return { old, registry, entries }
  })
}

/**
 * Signs an entry of a registry.
 *
 * @param before the entry that it follows
 */
export async function signedEntry(
  storeId: string,
  state: RemoteState,
  before: Entry | undefined,
  key: KeyObject,
  { authority: _, ...note }: Note,
): Promise<Entry> {
  const serial = Math.max((before?.serial ?? 0) + 1, Date.now())
  const change = { ...note, before: before ? hashOf(before) : null }
  // As it is read again: without undefined fields.
  const entry = JSON.parse(JSON.stringify({ ...state, serial, next: null, change }))
  return { ...entry, signature: await signatureOf(signedContent(storeId, entry), key) }
}

/** Signing content from another writer would vouch for it with this key. */
async function assertMayChange(
  store: ReleaseStore,
  storeId: string,
  name: string,
  entry: Entry | undefined,
  key: KeyObject,
  authority: Authority | undefined,
): Promise<void> {
  const ours = publicKeyOf(key)
  const keys = authority ? keysFor(authority, name) : [ours]
  if (authority && authority.storeId !== storeId)
    throw new NotAllowedError(`${store.location} is the store ${storeId}, and the shells trust ${authority.storeId}.`)
  if (!keys.includes(ours))
    throw new NotAllowedError(`${name} cannot be changed with key ${await keyIdOf(ours)}: the shells do not trust it.`)
  if (!entry) return
  const fault = await signatureFault(signedContent(storeId, { ...entry }), entry.signature, keys)
  const advice = authority
    ? 'Restore registry.json from a backup, or list the key in config.json again.'
    : 'Name a shell whose config.json trusts that key.'
  if (fault) throw new NotAllowedError(`${store.labelOf(REGISTRY)}: ${name} ${fault}. ${advice}`)
  const replaced = await replacement(store, entry)
  if (replaced) throw new Error(`${store.location}: ${replaced}. Restore the newest one from a backup.`)
}
