import type { KeyObject } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLive, type PublishedRelease, publish } from 'registry/store'

/** A store where one release is live, the only one, with nothing to fall back to. */
export interface Rehearsal {
  store: string
  published: PublishedRelease
  /** The release's folder: what was checked there is, byte for byte, what can be released. */
  folder: string
  close(): Promise<void>
}

/** @param dist a remote's production build */
export async function rehearse(dist: string, key: KeyObject): Promise<Rehearsal> {
  const store = await mkdtemp(join(tmpdir(), 'canje-rehearsal-'))
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
