import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { preloadedFiles, ReleaseManifest } from '@canje/registry'
import { openFolder } from './folder/folder-store'
import { forbiddenFilesIn } from './plain-files'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { readValidJson } from './store-file'

/**
 * Copies a build into the store, with brotli and gzip copies of its compressible files. A build that is already published
 * is left unchanged. The release is not live until the registry lists it.
 *
 * @param dist folder of a production build with its `release.json`
 * @throws Error when the build is incomplete or has a forbidden file, or the store has another build of this version
 */
export async function publish(store: ReleaseStore, dist: string): Promise<PublishedRelease> {
  const manifest = await readBuild(dist)
  const release = await store.add(dist, manifest)
  if (release) return release
  const { name, version } = manifest
  throw new Error(`${name} ${version} is already published with another build: set a new version in package.json.`)
}

/**
 * As {@link publish}, for local builds: when the store has another build of this version, the new one becomes the
 * prerelease `<version>-local.<build>`.
 *
 * @throws Error when the build is incomplete or has a forbidden file, or the store has other builds of both versions
 */
export async function publishLocally(store: ReleaseStore, dist: string): Promise<PublishedRelease> {
  const manifest = await readBuild(dist)
  const { name, version, build } = manifest
  const release =
    (await store.add(dist, manifest)) ?? (await store.add(dist, { ...manifest, version: `${version}-local.${build}` }))
  if (release) return release
  throw new Error(
    `${name} ${version}, build ${build}, cannot be published: ${version} and its local version have other builds.`,
  )
}

async function readBuild(dist: string): Promise<ReleaseManifest> {
  const [forbidden] = await forbiddenFilesIn(dist)
  if (forbidden) throw new Error(forbidden)
  const manifest = await readValidJson(openFolder(dist), 'release.json', ReleaseManifest)
  if (!manifest) throw new Error(`${dist} has no release.json: build the remote before you release it.`)
  for (const file of [manifest.entry, ...preloadedFiles(manifest)]) {
    if (!existsSync(join(dist, file))) throw new Error(`${join(dist, file)} is missing: build the remote again.`)
  }
  return manifest
}
