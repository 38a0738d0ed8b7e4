import { createHash } from 'node:crypto'
import {
  type Authority,
  canonicalBytes,
  type Entry,
  isEntry,
  keysFor,
  signatureFault,
  signedContent,
} from '@canje/registry'
import { entriesOf, readRegistry } from './registry-file'
import type { ReleaseStore } from './release-store'
import { readStoreJson } from './store-file'

/** The history of a remote. */
export interface History {
  name: string
  /** Newest first; the first one is that of the registry. */
  entries: Entry[]
  /** The first broken link, newest first; undefined for an unbroken chain. */
  broken: string | undefined
}

/**
 * Reads and verifies the history of a store: each entry names the hash of its predecessor.
 *
 * @param name a remote; by default all
 * @param authority who may sign now; without it, signatures are not verified. Keys that were revoked since are none.
 * @returns none for a store without a registry
 */
export async function readHistory(store: ReleaseStore, name?: string, authority?: Authority): Promise<History[]> {
  const registry = await readRegistry(store)
  if (!registry) return []
  const chosen = entriesOf(registry).filter((entry) => name === undefined || entry.name === name)
  return Promise.all(chosen.map((entry) => historyOf(store, registry.storeId, entry, authority)))
}

async function historyOf(
  store: ReleaseStore,
  storeId: string,
  newest: Entry,
  authority: Authority | undefined,
): Promise<History> {
  const { name } = newest
  const recorded = await recordedEntries(store, name)
  const entries = [newest]
  for (let entry = predecessor(newest, recorded); entry; entry = predecessor(entry, recorded)) entries.push(entry)
  const [link] = entries.flatMap((entry) => brokenLink(entry, recorded) ?? [])
  const fault =
    authority &&
    (await signatureFault(signedContent(storeId, { ...newest }), newest.signature, keysFor(authority, name)))
  const broken = fault ? `${historyPath(newest)} ${fault}` : ((await replacement(store, newest)) ?? link)
  return { name, entries, broken }
}

/**
 * Looks for a proof that somebody has put an older registry back: a recorded change that another one has followed. The newest
 * recorded change alone is none, because it may have been interrupted.
 *
 * @param entry that of the registry
 * @returns the finding; undefined without a proof
 */
export async function replacement(store: ReleaseStore, { name, serial }: Entry): Promise<string | undefined> {
  const recorded = await recordedEntries(store, name, serial)
  const [later] = [...recorded.values()].flatMap((entry) => predecessor(entry, recorded) ?? [])
  if (!later) return undefined
  const registry = await readRegistry(store)
  const isCurrent = registry && entriesOf(registry).some((entry) => entry.name === name && entry.serial === serial)
  // Otherwise another writer was faster.
  return isCurrent ? `registry.json was replaced by an older one: ${historyPath(later)} is later` : undefined
}

/**
 * The entries of the history by hash. Those of changes that were interrupted or overtaken are in no chain.
 *
 * @param after leaves out the entries up to this serial
 */
export async function recordedEntries(store: ReleaseStore, name: string, after = 0): Promise<Map<string, Entry>> {
  const files = await store.filesOf(`history/${name}`)
  const wanted = files.filter((file) => Number(/^(\d+)\.json$/.exec(file)?.[1]) > after)
  const read = await Promise.all(
    wanted.map((file) => readStoreJson(store, `history/${name}/${file}`).catch(() => undefined)),
  )
  return new Map(read.flatMap((json) => (isEntry(json) && json.name === name ? [[hashOf(json), json]] : [])))
}

/** Serials fall, so a chain has no circle. */
function predecessor({ serial, change }: Entry, recorded: Map<string, Entry>): Entry | undefined {
  const previous = recorded.get(change.before ?? '')
  return previous && previous.serial < serial ? previous : undefined
}

function brokenLink(entry: Entry, recorded: Map<string, Entry>): string | undefined {
  const path = historyPath(entry)
  const previous = predecessor(entry, recorded)
  if (!recorded.has(hashOf(entry))) return `${path} is missing or was altered`
  if (!previous && entry.change.before !== null) return `${path} follows an entry that is missing or was altered`
  if (previous?.withdrawn.some((version) => !entry.withdrawn.includes(version)))
    return `${path} lists fewer withdrawn versions than its predecessor`
  return undefined
}

/** The hash that names an entry in its successor. */
export function hashOf(entry: Entry): string {
  return `sha256-${createHash('sha256').update(canonicalBytes(entry)).digest('base64')}`
}

/** The path of an entry in the history. */
export function historyPath({ name, serial }: Pick<Entry, 'name' | 'serial'>): string {
  return `history/${name}/${serial}.json`
}
