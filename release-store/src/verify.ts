import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { preloadedFiles } from '@canje/registry'
import { decompressed, isCompressed } from './compress'
import { openFolder } from './folder/folder-store'
import { contentOf } from './folder/folders'
import { integrityOf } from './integrity'
import { foldersOf } from './listed-releases'
import { readRegistry } from './registry-file'
import type { PublishedRelease, ReleaseStore, StoredRegistry } from './release-store'
import { findRelease } from './stored-release'

/**
 * Verifies a store against its registry: every file of every release with its compressed copies, and that the store holds
 * nothing else. Who signed the registry is verified by `parseRegistry`, and its history by `readHistory`.
 *
 * @returns one sentence per finding; none for an intact store
 * @throws Error when `registry.json` is invalid
 */
export function verifyStore(store: ReleaseStore): Promise<string[]> {
  return store.withFiles('', (folder) => verifyFolder(openFolder(folder), store.location))
}

async function verifyFolder(store: ReleaseStore, label: string): Promise<string[]> {
  const registry = await readRegistry(store)
  if (!registry) return [`${label} has no registry: release a remote.`]
  const releases = registry.remotes.flatMap(({ name, live, previous }) =>
    [live, ...previous].map((release) => ({ name, release })),
  )
  const findings = await Promise.all(releases.map((release) => verifyFiles(store, release)))
  return [...findings.flat(), ...(await othersIn(store, registry))]
}

/** Verifies what the registry does not list: releases that are not live, and anything that is no release. */
async function othersIn(store: ReleaseStore, registry: StoredRegistry): Promise<string[]> {
  const { releases, unknown } = await contentOf(store.location)
  const listed = foldersOf(registry)
  const unlisted = releases.filter((folder) => !listed.has(folder))
  const findings = await Promise.all(unlisted.map((folder) => verifyUnlisted(store, folder)))
  return [...findings.flat(), ...unknown.map((path) => `${path} is no release`)]
}

async function verifyUnlisted(store: ReleaseStore, folder: string): Promise<string[]> {
  const stored = await findRelease(store, dirname(folder), basename(folder))
  if (!stored) return [`${folder} is no release`]
  // Its publication or deletion may be running, or was interrupted.
  return verifyFiles(store, stored, 'perhaps incomplete')
}

/**
 * Verifies the files of one release against their hashes.
 *
 * @returns one sentence per finding, such as `mf-codes 1.2.0: main.js was changed`
 */
export async function verifyRelease(store: ReleaseStore, release: PublishedRelease): Promise<string[]> {
  const prefix = `${release.name}/${release.release.version}/`
  return store.withFiles(prefix, (folder) => verifyFiles(openFolder(folder), release))
}

async function verifyFiles(
  store: ReleaseStore,
  { name, release }: PublishedRelease,
  state: 'complete' | 'perhaps incomplete' = 'complete',
): Promise<string[]> {
  const target = `${name} ${release.version}`
  const folder = join(store.location, name, release.version)
  if (!existsSync(folder)) return [`${target}: is not in the store`]
  const stored = await findRelease(store, name, release.version)
  const found = await integrityOf(folder)
  const required = [...preloadedFiles(release), release.entry.slice(`${name}/${release.version}/`.length)]
  const findings = [
    ...(isDeepStrictEqual(stored?.release, release) ? [] : ['release.json differs from the registry']),
    ...required.filter((file) => !Object.hasOwn(release.integrity, file)).map((file) => `${file} has no hash`),
    ...Object.keys(release.integrity)
      .filter((file) => found[file] !== release.integrity[file] && (state === 'complete' || Object.hasOwn(found, file)))
      .map((file) => `${file} ${Object.hasOwn(found, file) ? 'was changed' : 'is missing'}`),
    ...Object.keys(found)
      .filter((file) => !Object.hasOwn(release.integrity, file))
      .map((file) => `${file} was added`),
    ...(await compressionFindings(folder)),
  ]
  return findings.map((finding) => `${target}: ${finding}`)
}

async function compressionFindings(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter(isCompressed).sort()
  const findings = await Promise.all(files.map((file) => compressionFinding(folder, file)))
  return findings.flat()
}

async function compressionFinding(folder: string, file: string): Promise<string[]> {
  const original = file.slice(0, -'.br'.length)
  const content = await decompressed(file, await readFile(join(folder, file)))
  const isSame = content && (await readFile(join(folder, original)).catch(() => undefined))?.equals(content)
  return isSame ? [] : [`${file} does not match ${original}`]
}
