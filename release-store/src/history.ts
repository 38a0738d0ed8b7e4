import {
  type Authority,
  type Entry,
  entryContent,
  isEntry,
  isSignedRegistry,
  keysFor,
  signatureFault,
} from '@canje/registry'
import { readRegistry } from './registry-file'
import type { ReleaseStore } from './release-store'
import { hashOf, historyPath } from './signed-change'
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
 * @returns none for a store of schema 2
 */
export async function readHistory(store: ReleaseStore, name?: string, authority?: Authority): Promise<History[]> {
  const json = (await readRegistry(store))?.json
  // Unmodified: unknown fields are signed too.
  if (!isSignedRegistry(json)) return []
  const chosen = json.remotes.filter((entry) => name === undefined || entry.name === name)
  return Promise.all(chosen.map((entry) => historyOf(store, json.storeId, entry, authority)))
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
  const links = entries.map((entry) => brokenLink(entry, recorded)).filter((link) => link !== undefined)
  const fault =
    authority &&
    (await signatureFault(entryContent(storeId, { ...newest }), newest.signature, keysFor(authority, name)))
  return { name, entries, broken: fault ? `${historyPath(newest)} ${fault}` : links[0] }
}

/** The entries of the history by hash. Those of changes that were interrupted or overtaken are in no chain. */
async function recordedEntries(store: ReleaseStore, name: string): Promise<Map<string, Entry>> {
  const files = (await store.filesOf(`history/${name}`)).filter((file) => /^\d+\.json$/.test(file))
  const read = await Promise.all(
    files.map((file) => readStoreJson(store, `history/${name}/${file}`).catch(() => undefined)),
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
