import { isDeepStrictEqual } from 'node:util'
import { preloadedFiles, type Release, releasesOf } from '@canje/registry'
import pLimit from 'p-limit'
import { compressedCopiesOf, decompressed } from './compress'
import { hashOfFile } from './integrity'
import { liveOf, prunedVersions, type RemoteLog, readLog, storedReleases, type Trust } from './log'
import { isSourceMap } from './plain-files'
import type { PublishedRelease, ReleaseStore, StoredFile } from './release-store'
import { findRelease, manifestOf } from './stored-release'
import { isTemporary } from './temporary-file'

/** Files are read a few at a time. */
export const limit = pLimit(16)

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
  const verified = (files ? storedReleases(log) : newest).map((release) => verifyRelease(store, { name, release }))
  const others = await othersIn(store, log, files ?? [])
  const old = log.states.length > 0 ? ', and pages show none of an earlier one' : ''
  const unreleased = `${store.location}/${name} has no state in the epoch ${log.epoch}${old}: release the remote`
  return {
    findings: [
      ...[log.mismatch, log.damage].flatMap((finding) => finding ?? []),
      ...(await copyFindings(store, log)),
      ...(await Promise.all(verified)).flat(),
      ...others.findings,
    ],
    unfinished: [...(log.head ? [] : [unreleased]), ...others.unfinished],
  }
}

/** What is wrong with `live.json`, which the next change of the remote corrects. */
async function copyFindings(store: ReleaseStore, { name, states, head, copied }: RemoteLog): Promise<string[]> {
  const live = await store.read(liveOf(name))
  if (states.length === 0 && live)
    return [`${store.location}/${liveOf(name)} copies no state of the log, which is empty`]
  if (!head) return []
  const { n } = head.state
  if (copied === n) return []
  const other = live ? 'copies no state of the log' : 'is missing'
  const found = copied > 0 ? `copies the state ${copied}` : other
  return [`${store.location}/${liveOf(name)} ${found}, and ${n} is the newest: run the last command again`]
}

/** What belongs neither to a release nor to the log. Hidden files of other programs do not count. */
async function othersIn(store: ReleaseStore, log: RemoteLog, files: readonly StoredFile[]): Promise<Verification> {
  const { name } = log
  const releases = new Map(storedReleases(log).map((release) => [release.version, release]))
  const pruned = prunedVersions(log)
  const states = new Set(log.states.map(({ path }) => path))
  const findings = new Set<string>()
  const unfinished = new Set<string>()
  const isLogWhole = files.every(({ path }) => !path.startsWith(`${name}/log/`) || states.has(path))
  // The manifest reserves the version, and stays.
  const isPrunable = (version: string) =>
    files.some(({ path }) => path.startsWith(`${name}/${version}/`) && path !== manifestOf(name, version))
  for (const { path } of files) {
    const [, folder = '', ...rest] = path.split('/')
    const release = releases.get(folder)
    if (path === liveOf(name) || states.has(path) || (release && isFileOf(release, rest.join('/')))) continue
    const unnamed = rest.length > 0 && !release ? await findRelease(store, name, folder) : undefined
    if (isTemporary(path)) unfinished.add(`${path} is of a command that runs or was interrupted`)
    else if (folder.startsWith('.') || (pruned.has(folder) && path === manifestOf(name, folder))) continue
    else if (folder === 'log') {
      // The rest of a damaged log, and what was signed with a stolen key before the epoch was raised, is known.
      if (!log.damage && !(Number(rest[0]) < log.epoch)) findings.add(`${path} is no state of the log`)
    } else if (pruned.has(folder))
      unfinished.add(`${name}/${folder} was pruned, and still has files: run "prune" again`)
    else if (unnamed) {
      const isLost = isLogWhole && unnamed.after !== undefined && !log.states.some(({ hash }) => hash === unnamed.after)
      const why = isLost ? ', and was published after a state that the log has lost' : ''
      const advice = `publish it again${isPrunable(folder) ? ', or "prune"' : ''}`
      const found = isLost ? findings : unfinished
      found.add(`${name}/${folder} is named by no state${why}: ${advice}`)
    } else findings.add(`${release ? path : `${name}/${folder}`} belongs to no release`)
  }
  return { findings: [...findings], unfinished: [...unfinished].sort() }
}

/** Whether a file is the manifest, a source map, a hashed file, or a compressed copy of one. */
function isFileOf({ integrity }: Release, file: string): boolean {
  return file === 'release.json' || isSourceMap(file) || Object.hasOwn(integrity, file.replace(/\.(br|gz)$/, ''))
}

/**
 * Verifies the files of one release against their hashes.
 *
 * @returns one sentence per finding, such as `mf-codes 1.2.0: main.js was changed`
 */
export async function verifyRelease(store: ReleaseStore, { name, release }: PublishedRelease): Promise<string[]> {
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
