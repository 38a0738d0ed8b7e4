import type { KeyObject } from 'node:crypto'
import { isExpired, MAX_PRUNED, releasesOf, type State } from '@canje/registry'
import pLimit from 'p-limit'
import { append, type Base, ensureMayAppend, type Note, notReleased } from './append'
import { prunedVersions, type RemoteLog, storedReleases } from './log'
import type { ReleaseStore, StoredFile } from './release-store'
import { StoreError } from './store-error'
import { findRelease, manifestOf } from './stored-release'
import { isTemporary } from './temporary-file'

const DAY_MS = 86_400_000
/** Files deleted at a time. */
const CONCURRENCY = 16

/**
 * Deletes the releases of a remote that no page needs, and what interrupted commands left. It first appends a state that names
 * them, so that a command that releases one of them at the same time prevents it or is refused. The `release.json` of each
 * stays as a mark; everything else stays too, also that of another application.
 *
 * @param olderThanMs minimum time in milliseconds since the last state that names a release was superseded, or since a candidate
 *   has ended (D45, candidate); longer than any page stays open
 * @returns the folders whose files were deleted, such as `mf-codes/1.0.0`
 * @throws StoreError when the key may not list or delete, or as {@link append}
 */
export async function prune(
  store: ReleaseStore,
  name: string,
  olderThanMs: number,
  key: KeyObject,
  note: Partial<Note> = {},
): Promise<string[]> {
  const files = await filesOf(store, name)
  let pruned = new Set<string>()
  let isComplete = true
  const decide = async ({ log }: Base) => {
    const versions = log.head ? await outdatedVersions(store, log, files, olderThanMs) : []
    pruned = new Set([...prunedVersions(log), ...versions])
    isComplete = versions.length <= MAX_PRUNED
    return versions.length > 0 ? { pruned: versions.slice(0, MAX_PRUNED) } : undefined
  }
  do await append(store, name, decide, key, { command: 'prune', ...note })
  while (!isComplete)
  return deleteFiles(store, name, pruned)
}

/** Lists what {@link prune} would delete. @throws StoreError as it does */
export async function outdatedReleases(
  store: ReleaseStore,
  name: string,
  olderThanMs: number,
  key: KeyObject,
  note: Partial<Note> = {},
): Promise<string[]> {
  const log = await ensureMayAppend(store, name, key, note)
  if (!log.head) throw notReleased(store, log)
  const versions = await outdatedVersions(store, log, await filesOf(store, name), olderThanMs)
  return versions.map((version) => `${name}/${version}`)
}

async function filesOf(store: ReleaseStore, name: string): Promise<StoredFile[]> {
  const files = await store.list(name)
  if (files) return files
  throw new StoreError('unreachable', `${store.location}/${name} cannot be listed: allow this key to list it.`)
}

/** The files of a remote by version, without the manifests, which stay. */
function deletableIn(name: string, files: readonly StoredFile[]): Map<string, StoredFile[]> {
  const versions = new Map<string, StoredFile[]>()
  for (const file of files) {
    const [, version = '', ...rest] = file.path.split('/')
    if (rest.length === 0 || version === 'log' || file.path === manifestOf(name, version)) continue
    versions.set(version, [...(versions.get(version) ?? []), file])
  }
  return versions
}

async function outdatedVersions(
  store: ReleaseStore,
  log: RemoteLog,
  files: readonly StoredFile[],
  olderThanMs: number,
): Promise<string[]> {
  const nowMs = Date.now()
  const agesMs = new Map(files.map(({ path, modifiedMs }) => [path, nowMs - modifiedMs]))
  const ageOf = (path: string | undefined) => agesMs.get(path ?? '') ?? Number.NEGATIVE_INFINITY
  const inUse = log.states.filter((_, index) => !(ageOf(log.states[index + 1]?.path) >= olderThanMs))
  // Nothing opens a candidate after its end.
  const nextOf = ({ next }: State) => (next && isExpired(next, nowMs - olderThanMs) ? null : next)
  const releases = inUse.flatMap(({ state }) => releasesOf({ ...state, next: nextOf(state) }))
  const kept = new Set(releases.map(({ version }) => version))
  const named = new Set(storedReleases(log).map(({ version }) => version))
  const gone = prunedVersions(log)
  const outdated: string[] = []
  for (const [version, release] of deletableIn(log.name, files)) {
    if (kept.has(version) || gone.has(version)) continue
    const isOld = release.every(({ path }) => ageOf(path) >= DAY_MS)
    if (named.has(version) || (isOld && (await findRelease(store, log.name, version)))) outdated.push(version)
  }
  return outdated.sort()
}

/** Deletes what interrupted commands left, too. @returns the folders with deleted files, sorted */
async function deleteFiles(store: ReleaseStore, name: string, pruned: ReadonlySet<string>): Promise<string[]> {
  const files = await filesOf(store, name)
  const releases = [...deletableIn(name, files)].filter(([version]) => pruned.has(version))
  const left = files.filter(({ path, modifiedMs }) => isTemporary(path) && Date.now() - modifiedMs >= DAY_MS)
  const deleted = [...releases.flatMap(([, release]) => release), ...left]
  await pLimit(CONCURRENCY).map(deleted, ({ path }) => store.remove(path))
  return releases.map(([version]) => `${name}/${version}`).sort()
}
