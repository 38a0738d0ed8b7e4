import type { KeyObject } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLive, openStore, type PublishedRelease, publish, type ReleaseStore } from '@canje/release-store'
import { writeNeighbour } from './checks/neighbours/neighbour'
import { writeProbe } from './probe'

/** A temporary store with one live release and no fallback, and with a probe of its slots. */
export interface StagingStore {
  /** Directory of the store. */
  store: string
  /** Signs its registry. */
  key: KeyObject
  published: PublishedRelease
  /** Its tab shows the slots of the release; undefined without slots. */
  probe: PublishedRelease | undefined
  /** Another tab, which its registry does not list. */
  neighbour: PublishedRelease
  /** Directory of the release, published from here unchanged after the checks. */
  folder: string
  close(): Promise<void>
}

/**
 * Publishes a build to a temporary store.
 *
 * @param dist directory of a remote's production build
 * @param key private key that signs the store's registry
 * @param hasProbe false for a registry with this release only
 */
export function createStagingStore(dist: string, key: KeyObject, hasProbe = true): Promise<StagingStore> {
  return stage(key, (store) => publish(store, dist), hasProbe)
}

/**
 * Puts a release of a store into a temporary store, without copying its files.
 *
 * @param folder absolute path of the release's store, or of a copy of its files
 * @param key private key that signs the temporary store's registry
 */
export function stageStored(folder: string, published: PublishedRelease, key: KeyObject): Promise<StagingStore> {
  return stage(key, async (store) => {
    // A junction needs no privilege on Windows.
    await symlink(join(folder, published.name), join(store.location, published.name), 'junction')
    return published
  })
}

/**
 * Puts a release into a temporary store that shows what a shell gives to tabs.
 *
 * @param props paths of the props that it shows
 */
export function stageProbe(key: KeyObject, props: readonly string[]): Promise<StagingStore> {
  return stage(key, (store) => publishNew(store, 'probe', (dist) => writeProbe(dist, [], props)))
}

async function stage(
  key: KeyObject,
  add: (store: ReleaseStore) => Promise<PublishedRelease>,
  hasProbe = true,
): Promise<StagingStore> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-staging-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const store = openStore(folder)
    const published = await add(store)
    const probe = hasProbe ? await publishProbe(store, published) : undefined
    const neighbour = await publishNew(store, 'neighbour', writeNeighbour)
    await makeLive(store, [published, ...(probe ? [probe] : [])], key)
    return {
      store: folder,
      key,
      published,
      probe,
      neighbour,
      folder: join(folder, published.name, published.release.version),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function publishProbe(store: ReleaseStore, { release }: PublishedRelease): Promise<PublishedRelease | undefined> {
  const { extensions = [] } = release
  if (extensions.length === 0) return undefined
  return publishNew(store, 'probe', (dist) => writeProbe(dist, extensions))
}

async function publishNew(
  store: ReleaseStore,
  name: string,
  write: (dist: string) => Promise<void>,
): Promise<PublishedRelease> {
  const dist = join(store.location, name)
  await write(dist)
  return publish(store, dist)
}
