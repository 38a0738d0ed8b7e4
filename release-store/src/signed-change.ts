import { createHash, type KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type Authority,
  type Change,
  canonicalBytes,
  type Entry,
  entryContent,
  isSignedRegistry,
  keyIdOf,
  keysFor,
  SignedRegistry,
  type Stamp,
  signatureFault,
  stampContent,
} from '@canje/registry'
import { validJson } from './json-file'
import { type Listing, REGISTRY, type RegistryChange, type ReleaseStore, type StoredRegistry } from './release-store'
import { publicKeyOf, signatureOf } from './signing-key'
import { NotAllowedError } from './store-error'

const DAY_MS = 86_400_000
const STAMP_DAYS = 7

/** Why an entry is changed, and who may change it. */
export interface Note extends Omit<Change, 'before'> {
  /** The root of trust of the shells; without it, only entries that were signed with the same key are changed. */
  authority?: Authority | undefined
  /** Remotes whose entries are signed again, also without a change. */
  again?: readonly string[] | undefined
}

/** Describes what a registry of schema 3 lists. */
export function storedSignedRegistry({ schema, storeId, remotes }: SignedRegistry, json: unknown): StoredRegistry {
  return {
    schema,
    storeId,
    serial: remotes.reduce((sum, { serial }) => sum + serial, 0),
    remotes: remotes.flatMap(({ name, live, previous }) => (live ? { name, live, previous } : [])),
    retired: remotes.flatMap(({ name, live, retired }) => (live ? [] : { name, versions: retired ?? [] })),
    withdrawn: Object.fromEntries(remotes.map(({ name, withdrawn }) => [name, withdrawn])),
    json,
  }
}

/**
 * Changes entries of a registry of schema 3 and signs them. The stamp is renewed if the key is an operator's.
 *
 * @throws Error when there is no key, it may not change an entry, or the entry is not the one that its team has signed
 */
export async function changeSigned(
  store: ReleaseStore,
  old: StoredRegistry,
  change: (listing: Listing) => Listing | Promise<Listing>,
  key: KeyObject | undefined,
  note: Note,
): Promise<RegistryChange> {
  if (!key)
    throw new NotAllowedError(`${store.labelOf(REGISTRY)} is signed: pass a key of the remote, or an operator's.`)
  // Unmodified: unknown fields are signed too.
  if (!isSignedRegistry(old.json)) throw new Error(`${store.labelOf(REGISTRY)} is not of schema 3.`)
  const { storeId, remotes, stamp } = old.json
  const listing = await change(old)
  const before = new Map(remotes.map((entry) => [entry.name, entry]))
  const entries: Entry[] = []
  for (const name of namesIn(old, listing)) {
    const content = contentOf(name, listing)
    if (isDeepStrictEqual(contentOf(name, old), content) && !note.again?.includes(name)) continue
    const previous = before.get(name)
    await assertMayChange(store, storeId, name, previous, key, note.authority)
    entries.push(await signedEntry(storeId, name, content, previous?.serial ?? 0, previous, key, note))
  }
  const changed = new Map([...before, ...entries.map((entry): [string, Entry] => [entry.name, entry])])
  const next = { schema: 3, storeId, remotes: [...changed.values()] }
  const json = { ...next, stamp: await nextStamp(storeId, next.remotes, stamp, key, note) }
  const registry = validJson(json, store.labelOf(REGISTRY), SignedRegistry)
  return { old, registry: storedSignedRegistry(registry, json), entries }
}

/**
 * Signs an entry.
 *
 * @param lowest a serial that it must exceed
 * @param previous the entry that it follows
 */
export async function signedEntry(
  storeId: string,
  name: string,
  content: Pick<Entry, 'live' | 'previous' | 'withdrawn' | 'retired'>,
  lowest: number,
  previous: Entry | undefined,
  key: KeyObject,
  { authority: _, again: __, ...note }: Note,
): Promise<Entry> {
  const serial = Math.max(lowest + 1, Date.now())
  const change = { ...note, before: previous ? hashOf(previous) : null }
  // As it is read again: without undefined fields.
  const entry = JSON.parse(JSON.stringify({ name, serial, next: null, ...content, change }))
  return { ...entry, signature: await signatureOf(entryContent(storeId, entry), key) }
}

/** The hash that names an entry in its successor. */
export function hashOf(entry: Entry): string {
  return `sha256-${createHash('sha256').update(canonicalBytes(entry)).digest('base64')}`
}

/** Signs a stamp of the serials. */
export async function signedStamp(storeId: string, serials: Record<string, number>, key: KeyObject): Promise<Stamp> {
  const nowMs = Date.now()
  const [at, expires] = [nowMs, nowMs + STAMP_DAYS * DAY_MS].map((ms) => new Date(ms).toISOString())
  const stamp = { at: at ?? '', expires: expires ?? '', serials }
  return { ...stamp, signature: await signatureOf(stampContent(storeId, stamp), key) }
}

/** The path of an entry in the history. */
export function historyPath({ name, serial }: Pick<Entry, 'name' | 'serial'>): string {
  return `history/${name}/${serial}.json`
}

/** The remotes of listings, retired ones too. */
export function namesIn(...listings: Listing[]): Set<string> {
  return new Set(listings.flatMap(({ remotes, retired }) => [...remotes, ...retired].map(({ name }) => name)))
}

/** What the entry of a remote says. */
export function contentOf(name: string, { remotes, retired, withdrawn }: Listing) {
  const remote = remotes.find((one) => one.name === name)
  const versions = retired.find((one) => one.name === name)?.versions
  return {
    live: remote?.live ?? null,
    previous: remote?.previous ?? [],
    withdrawn: withdrawn[name] ?? [],
    ...(!remote && { retired: versions ?? [] }),
  }
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
  const keyId = await keyIdOf(ours)
  if (authority && authority.storeId !== storeId)
    throw new NotAllowedError(`${store.location} is the store ${storeId}, and the shells trust ${authority.storeId}.`)
  if (!keys.includes(ours))
    throw new NotAllowedError(`${name} cannot be changed with key ${keyId}: the shells do not trust it.`)
  const fault = entry && (await signatureFault(entryContent(storeId, { ...entry }), entry.signature, keys))
  if (!fault) return
  const advice = authority ? 'Restore registry.json from a backup.' : 'Name a shell whose config.json trusts that key.'
  throw new NotAllowedError(`${store.labelOf(REGISTRY)}: ${name} ${fault}. ${advice}`)
}

/** An operator vouches for the serials that the last stamp states, and for those of entries that are signed as they must be. */
async function nextStamp(
  storeId: string,
  entries: readonly Entry[],
  stamp: Stamp,
  key: KeyObject,
  { authority }: Note,
): Promise<Stamp> {
  const ours = publicKeyOf(key)
  const operators = authority?.operatorKeys ?? [ours]
  const isValid = !(await signatureFault(stampContent(storeId, { ...stamp }), stamp.signature, operators))
  if (!operators.includes(ours) || (!authority && !isValid)) return stamp
  const serials = new Map(isValid ? Object.entries(stamp.serials) : [])
  for (const { ...entry } of entries) {
    const { name, serial, signature } = entry
    const keys = authority ? keysFor(authority, name) : [ours]
    if (await signatureFault(entryContent(storeId, entry), signature, keys)) continue
    serials.set(name, Math.max(serial, serials.get(name) ?? 0))
  }
  return signedStamp(storeId, Object.fromEntries(serials), key)
}
