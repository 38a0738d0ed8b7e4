import { isDeepStrictEqual } from 'node:util'
import { preloadedFiles, type Release, releasesOf } from '@canje/registry'
import pLimit from 'p-limit'
import { compressedCopiesOf, decompressed } from './compress'
import { hashOfFile } from './integrity'
import { liveOf, prunedVersions, type RemoteLog, readLog, storedReleases, type Trust } from './log'
import { isSourceMap } from './plain-files'
import type { PublishedRelease, ReleaseStore, StoredFile } from './release-store'
import { filesByVersion, isManifest, type ReleaseFile } from './stored-files'
import { findRelease, manifestOf } from './stored-release'
import { isTemporary } from './temporary-file'

/** Files are read a few at a time. */
const limit = pLimit(16)

/** What is wrong with a remote in a store. Sentences without the last full stop. */
export interface Verification {
  /** What nobody should have written. */
  findings: string[]
  /** What interrupted commands left, or running ones have not finished. */
  unfinished: string[]
}

/**
 * Verifies what a store has of a remote: the log, the copy of its newest state, and every file of the releases with its
 * compressed copies. Without permission to list, only those of the newest state.
 *
 * @param trust who may sign; without it, signatures are not verified
 */
export async function verifyRemote(store: ReleaseStore, name: string, trust: Trust = {}): Promise<Verification> {
  const log = await readLog(store, name, trust)
  const files = await store.list(name)
  const newest = log.head ? releasesOf(log.head.state) : []
  const versions = filesByVersion(files ?? [])
  const verified = (files ? storedReleases(log) : newest).map((release) =>
    verifyFiles(store, { name, release }, versions.get(release.version)),
  )
  const unnamed = await unnamedIn(store, log, versions)
  return {
    findings: [
      ...[log.mismatch, log.damage].flatMap((finding) => finding ?? []),
      ...(await copyFindings(store, log)),
      ...(await Promise.all(verified)).flat(),
      ...unnamed.findings,
      ...strangersIn(log, files ?? []),
    ],
    unfinished: [...unnamed.unfinished, ...unfinishedIn(log, versions, files ?? [])],
  }
}

/** What is wrong with `live.json`, which the next change of the remote corrects. */
async function copyFindings(store: ReleaseStore, { name, head, copied }: RemoteLog): Promise<string[]> {
  if (!head) return [`${store.labelOf(name)} has no state: release the remote`]
  const { n } = head.state
  if (copied === n) return []
  const other = (await store.read(liveOf(name))) ? 'copies no state of the log' : 'is missing'
  const found = copied > 0 ? `copies the state ${copied}` : other
  return [`${store.labelOf(liveOf(name))} ${found}, and ${n} is the newest: run the last command again`]
}

type FilesByVersion = ReturnType<typeof filesByVersion>

/** The folders that no state names: releases that are being published, and anything that is no release. */
async function unnamedIn(store: ReleaseStore, log: RemoteLog, versions: FilesByVersion): Promise<Verification> {
  const { name } = log
  const known = new Set([...storedReleases(log).map(({ version }) => version), ...prunedVersions(log)])
  const verification: Verification = { findings: [], unfinished: [] }
  for (const version of versions.keys()) {
    if (known.has(version)) continue
    const isRelease = await findRelease(store, name, version)
    if (isRelease) verification.unfinished.push(`${name}/${version} is named by no state: publish it again, or "prune"`)
    else verification.findings.push(`${name}/${version} is no release`)
  }
  return verification
}

/** The files that belong neither to a release nor to the log. Other hidden ones do not count. */
function strangersIn({ name, epoch, states, damage }: RemoteLog, files: readonly StoredFile[]): string[] {
  const known = new Set([liveOf(name), ...states.map(({ path }) => path)])
  const others = files.map(({ path }) => path).filter((path) => !known.has(path))
  return others.flatMap((path) => {
    const [, folder = '', number, file] = path.split('/')
    // The rest of a damaged log, and what was signed with a stolen key before the epoch was raised, is known.
    if (folder === 'log') return damage || Number(number) < epoch ? [] : `${path} is no state of the log`
    const isOfVersion = number !== undefined || file !== undefined
    return isOfVersion || folder.startsWith('.') ? [] : `${path} is no release`
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
  return verifyFiles(store, release)
}

/** @param listed the files in the folder of the release, to find added ones */
async function verifyFiles(
  store: ReleaseStore,
  { name, release }: PublishedRelease,
  listed: readonly ReleaseFile[] = [],
): Promise<string[]> {
  const target = `${name} ${release.version}`
  const stored = await findRelease(store, name, release.version)
  if (!stored && !(await store.read(manifestOf(name, release.version)))) return [`${target}: is not in the store`]
  const required = [...preloadedFiles(release), release.entry.slice(`${name}/${release.version}/`.length)]
  const hashed = await limit.map(Object.entries(release.integrity), ([file, hash]) =>
    verifyFile(store, `${name}/${release.version}`, file, hash),
  )
  const findings = [
    ...(isDeepStrictEqual(stored?.release, release) ? [] : ['release.json differs from the log']),
    ...required.filter((file) => !Object.hasOwn(release.integrity, file)).map((file) => `${file} has no hash`),
    ...hashed.flat(),
    ...listed.filter((file) => isAdded(release, file)).map(({ file }) => `${file} was added`),
  ]
  return findings.map((finding) => `${target}: ${finding}`)
}

async function verifyFile(store: ReleaseStore, folder: string, file: string, hash: string): Promise<string[]> {
  const content = await store.read(`${folder}/${file}`)
  if (!content) return [`${file} is missing`]
  const copies = await Promise.all(
    compressedCopiesOf(file).map(async (copy) => {
      const found = await store.read(`${folder}/${copy}`)
      const isSame = !found || (await decompressed(copy, found))?.equals(content)
      return isSame ? [] : [`${copy} does not match ${file}`]
    }),
  )
  return [...(hashOfFile(content) === hash ? [] : [`${file} was changed`]), ...copies.flat()]
}

function isAdded({ integrity }: Release, found: ReleaseFile): boolean {
  const { file } = found
  return !isManifest(found) && !isSourceMap(file) && !Object.hasOwn(integrity, file.replace(/\.(br|gz)$/, ''))
}
