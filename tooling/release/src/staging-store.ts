import type { KeyObject } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLive, type PublishedRelease, publish } from '@canje/registry/store'

/** A temporary store with one live release and no fallback. */
export interface StagingStore {
  store: string
  published: PublishedRelease
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
export async function createStagingStore(dist: string, key: KeyObject): Promise<StagingStore> {
  const store = await mkdtemp(join(tmpdir(), 'canje-staging-'))
  const close = () => rm(store, { recursive: true, force: true })
  try {
    const published = await publish(store, dist)
    await makeLive(store, [published], key)
    return { store, published, folder: join(store, published.name, published.release.version), close }
  } catch (error) {
    await close()
    throw error
  }
}
