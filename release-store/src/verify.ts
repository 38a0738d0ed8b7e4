import { isDeepStrictEqual } from 'node:util'
import { preloadedFiles, type Release, releasesOf } from '@canje/registry'
import pLimit from 'p-limit'
import { compressedCopiesOf, decompressed } from './compress'
import { hashOfFile } from './integrity'
import { liveOf, prunedVersions, type RemoteLog, readLog, type Trust } from './log'
import { isSourceMap } from './plain-files'
import type { PublishedRelease, ReleaseStore, StoredFile } from './release-store'
import { filesByVersion, isManifest, type ReleaseFile } from './stored-files'
import { findRelease, manifestOf } from './stored-release'
import { isTemporary } from './temporary-file'

/** Files read at a time. */
const CONCURRENCY = 16

/** What is wrong with a remote in a store. Sentences without the last full stop. */
export interface Verification {
  /** What nobody should have written. */
  findings: string[]
  /** What interrupted commands left, or running ones have not finished. */
  unfinished: string[]
}

/**
 * Verifies what a store has of a remote: the log, the copy of its newest state, and every file of the releases with its
 * compressed copies. Without permission to list, only that of the newest state.
 *
 * @param trust who may sign; without it, signatures are not verified
 */
export async function verifyRemote(store: ReleaseStore, name: string, trust: Trust = {}): Promise<Verification> {
  const log = await readLog(store, name, trust)
  const files = await store.list(name)
  const newest = (log.head ? releasesOf(log.head.state) : []).map((release) => ({ name, release }))
  const versions = filesByVersion(files ?? [])
  const verified = (files ? releasesIn(log) : newest).map((release) => verifyFiles(store, release, versions))
  const damaged = (await Promise.all(verified)).flat()
  const others = [...(await verifyUnnamed(store, log, versions)), ...strangersIn(log, files ?? [])]
  return {
    findings: [...log.damage, ...(await copyFindings(store, log)), ...damaged, ...others],
    unfinished: unfinishedIn(log, versions, files ?? []),
  }
}

/** What is wrong with `live.json`, which the next change of the remote corrects. */
async function copyFindings(store: ReleaseStore, { name, head, copied }: RemoteLog): Promise<string[]> {
  if (!head) return [`${store.labelOf(name)} has no state: release the remote`]
  const { n } = head.state
  if (copied === n) return []
  const file = store.labelOf(liveOf(name))
  const is = (await store.read(liveOf(name))) ? 'copies no state of the log' : 'is missing'
  return [
    `${file} ${copied > 0 ? `copies the state ${copied}` : is}, and ${n} is the newest: run the last command again`,
  ]
}

/** The releases that valid states name, but for those that were pruned. */
function releasesIn(log: RemoteLog): PublishedRelease[] {
  const pruned = prunedVersions(log)
  const named = log.states.flatMap(({ state, isValid }) => (isValid ? releasesOf(state) : []))
  const releases = new Map(named.map((release) => [release.version, release]))
  return [...releases.values()].flatMap((release) => (pruned.has(release.version) ? [] : { name: log.name, release }))
}

type FilesByVersion = ReturnType<typeof filesByVersion>

/** Verifies the folders that no state names: releases that are not live, and anything that is no release. */
async function verifyUnnamed(store: ReleaseStore, log: RemoteLog, versions: FilesByVersion): Promise<string[]> {
  const known = new Set([...releasesIn(log).map(({ release }) => release.version), ...prunedVersions(log)])
  const unnamed = [...versions.keys()].filter((version) => !known.has(version))
  const findings = await Promise.all(
    unnamed.map(async (version) => {
      const stored = await findRelease(store, log.name, version)
      // Its publication may be running, or was interrupted.
      return stored
        ? verifyFiles(store, stored, versions, 'perhaps incomplete')
        : [`${log.name}/${version} is no release`]
    }),
  )
  return findings.flat()
}

/** The files that belong neither to a release nor to the log. Other hidden ones do not count. */
function strangersIn({ name, epoch, states, damage }: RemoteLog, files: readonly StoredFile[]): string[] {
  const known = new Set([liveOf(name), ...states.map(({ path }) => path)])
  const others = files.map(({ path }) => path).filter((path) => !known.has(path))
  return others.flatMap((path) => {
    const [, folder, number, file] = path.split('/')
    if (file === undefined && folder !== 'log') return folder?.startsWith('.') || number ? [] : `${path} is no release`
    if (folder !== 'log') return []
    // The rest of a damaged log, and what was signed with a stolen key before the epoch was raised, is known.
    return damage.length > 0 || Number(number) < epoch ? [] : `${path} is no state of the log`
  })
}

function unfinishedIn(log: RemoteLog, versions: FilesByVersion, files: readonly StoredFile[]): string[] {
  const pruned = prunedVersions(log)
  const left = [...versions].filter(([version, release]) => pruned.has(version) && !release.every(isManifest))
  return [
    ...left.map(([version]) => `${log.name}/${version} was pruned, and still has files: run "prune" again`),
    ...files.flatMap(({ path }) => (isTemporary(path) ? `${path} is of a command that runs or was interrupted` : [])),
  ]
}

/**
 * Verifies the files of one release against their hashes.
 *
 * @returns one sentence per finding, such as `mf-codes 1.2.0: main.js was changed`
 */
export function verifyRelease(store: ReleaseStore, release: PublishedRelease): Promise<string[]> {
  return verifyFiles(store, release, new Map())
}

/** @param versions the listed files of the remote, to find added ones */
async function verifyFiles(
  store: ReleaseStore,
  { name, release }: PublishedRelease,
  versions: FilesByVersion,
  state: 'complete' | 'perhaps incomplete' = 'complete',
): Promise<string[]> {
  const target = `${name} ${release.version}`
  const stored = await findRelease(store, name, release.version)
  if (!stored && !(await store.read(manifestOf(name, release.version)))) return [`${target}: is not in the store`]
  const required = [...preloadedFiles(release), release.entry.slice(`${name}/${release.version}/`.length)]
  const hashed = await pLimit(CONCURRENCY).map(Object.entries(release.integrity), ([file, hash]) =>
    verifyFile(store, `${name}/${release.version}`, file, hash, state),
  )
  const findings = [
    ...(isDeepStrictEqual(stored?.release, release) ? [] : ['release.json differs from the log']),
    ...required.filter((file) => !Object.hasOwn(release.integrity, file)).map((file) => `${file} has no hash`),
    ...hashed.flat(),
    ...addedTo(release, versions.get(release.version) ?? []).map((file) => `${file} was added`),
  ]
  return findings.map((finding) => `${target}: ${finding}`)
}

async function verifyFile(
  store: ReleaseStore,
  folder: string,
  file: string,
  hash: string,
  state: 'complete' | 'perhaps incomplete',
): Promise<string[]> {
  const content = await store.read(`${folder}/${file}`)
  if (!content) return state === 'complete' ? [`${file} is missing`] : []
  const copies = await Promise.all(
    compressedCopiesOf(file).map(async (copy) => {
      const found = await store.read(`${folder}/${copy}`)
      const isSame = !found || (await decompressed(copy, found))?.equals(content)
      return isSame ? [] : [`${copy} does not match ${file}`]
    }),
  )
  return [...(hashOfFile(content) === hash ? [] : [`${file} was changed`]), ...copies.flat()]
}

function addedTo({ integrity }: Release, files: readonly ReleaseFile[]): string[] {
  const added = files.filter(
    (file) =>
      !isManifest(file) && !isSourceMap(file.file) && !Object.hasOwn(integrity, file.file.replace(/\.(br|gz)$/, '')),
  )
  return added.map(({ file }) => file)
}
