/**
 * A release store is a folder: `<remote>/<version>/…`, never changed once it is there, and `registry.json`, which says
 * which release of each remote is live. Any static file server can serve it. Node only.
 */
import { randomUUID } from 'node:crypto'
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type RegisteredRemote, ReleaseManifest } from './registry'
import { readJsonFile, writeJsonFile } from './store-file'

export { putLive, readRegistry, updateRegistry } from './store-registry'

/**
 * Copies a build into the store, unless it is there already. It is not live before the registry names it.
 * A version that is in the store with another build stays as it is; the new build becomes the pre-release
 * `<version>-local.<build>`.
 *
 * @param store folder of the store
 * @param distDirectory a production build, with its `release.json`
 * @returns what the registry has to say of the release
 * @throws Error when the folder does not hold a whole build
 */
export async function releaseRemote(store: string, distDirectory: string): Promise<RegisteredRemote> {
  const manifest = await readManifest(distDirectory)
  if (!manifest) throw new Error(`${distDirectory} has no release.json: build the remote before you release it.`)
  await requireFile(join(distDirectory, manifest.entry))
  for (const version of [manifest.version, `${manifest.version}-local.${manifest.build}`]) {
    const release = { ...manifest, version }
    if (await place(store, distDirectory, release)) return registered(release)
  }
  throw new Error(
    `${manifest.name} ${manifest.version}, build ${manifest.build}, cannot be released: both versions are taken.`,
  )
}

/** @returns what a released version says of itself, or undefined when the store does not have it */
export async function readRelease(store: string, name: string, version: string): Promise<RegisteredRemote | undefined> {
  const manifest = await readManifest(join(store, name, version))
  return manifest && registered(manifest)
}

/** @returns whether the store now holds this very build under this version */
async function place(store: string, source: string, release: ReleaseManifest): Promise<boolean> {
  const target = join(store, release.name, release.version)
  const present = await readManifest(target)
  if (present) return present.build === release.build
  const temporary = join(store, release.name, `.${randomUUID()}`)
  await mkdir(temporary, { recursive: true })
  try {
    await cp(source, temporary, { recursive: true, dereference: true, filter: (file) => !file.endsWith('.map') })
    await writeJsonFile(join(temporary, 'release.json'), release)
    await rename(temporary, target)
    return true
  } catch (error) {
    // Another release may have come first; its folder is whole.
    const winner = await readManifest(target)
    if (!winner) throw error
    return winner.build === release.build
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

function registered(release: ReleaseManifest): RegisteredRemote {
  return { ...release, entry: `${release.name}/${release.version}/${release.entry}` }
}

function readManifest(directory: string): Promise<ReleaseManifest | undefined> {
  return readJsonFile(join(directory, 'release.json'), ReleaseManifest)
}

async function requireFile(file: string): Promise<void> {
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) throw new Error(`${file} is missing: the build is not whole.`)
}
