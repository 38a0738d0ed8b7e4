import type { KeyObject } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLive, type PublishedRelease, publish } from '@canje/registry/store'
import { writeProbe } from './slot-probe'

/** A temporary store with one live release and no fallback, and with a probe of its slots. */
export interface StagingStore {
  store: string
  published: PublishedRelease
  /** Its tab shows the slots of the release; undefined without slots. */
  probe: PublishedRelease | undefined
  /** Directory of the release, published from here unchanged after the checks. */
  folder: string
  close(): Promise<void>
}

/**
 * Publishes a build to a temporary store.
 *
 * @param dist directory of a remote's production build
 * @param key private key that signs the store's registry
 */
export function createStagingStore(dist: string, key: KeyObject): Promise<StagingStore> {
  return stage(key, (store) => publish(store, dist))
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
    await symlink(join(folder, published.name), join(store, published.name), 'junction')
    return published
  })
}

async function stage(key: KeyObject, add: (store: string) => Promise<PublishedRelease>): Promise<StagingStore> {
  const store = await mkdtemp(join(tmpdir(), 'canje-staging-'))
  const close = () => rm(store, { recursive: true, force: true })
  try {
    const published = await add(store)
    const probe = await publishProbe(store, published)
    await makeLive(store, [published, ...(probe ? [probe] : [])], key)
    return { store, published, probe, folder: join(store, published.name, published.release.version), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function publishProbe(store: string, { release }: PublishedRelease): Promise<PublishedRelease | undefined> {
  const { extensions = [] } = release
  if (extensions.length === 0) return undefined
  const dist = join(store, 'probe')
  await writeProbe(dist, extensions)
  return publish(store, dist)
}
