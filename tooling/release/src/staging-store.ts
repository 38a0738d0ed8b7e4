import type { KeyObject } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLive, openStore, type PublishedRelease, publish, type ReleaseStore } from '@canje/release-store'
import { writeProbe } from './slot-probe'

/** A temporary store with one live release and no fallback, and with a probe of its slots. */
export interface StagingStore {
  /** Directory of the store. */
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
export async function createStagingStore(dist: string, key: KeyObject): Promise<StagingStore> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-staging-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const store = openStore(folder)
    const published = await publish(store, dist)
    const probe = await publishProbe(store, published)
    await makeLive(store, [published, ...(probe ? [probe] : [])], key)
    return { store: folder, published, probe, folder: join(folder, published.name, published.release.version), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function publishProbe(store: ReleaseStore, { release }: PublishedRelease): Promise<PublishedRelease | undefined> {
  const { extensions = [] } = release
  if (extensions.length === 0) return undefined
  const dist = join(store.location, 'probe')
  await writeProbe(dist, extensions)
  return publish(store, dist)
}
