import { createPrivateKey, type KeyObject } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Listing, Tab } from '@canje/registry'
import {
  createKey,
  makeLive,
  openStore,
  type PublishedRelease,
  publicKeyOf,
  publish,
  type ReleaseStore,
} from '@canje/release-store'
import type { TrustJson } from '../dev-stack'
import { readManifest } from './checks/dist'
import { writeNeighbour } from './checks/neighbours/neighbour'
import { writeProbe } from './probe'

/** A release of a staging store, with its tab in the pages of checks. */
export interface StagedRelease extends PublishedRelease {
  tab: Tab
}

/** A temporary store with a live release and no fallback, a probe of its slots, and a neighbour. */
export interface StagingStore {
  /** Directory of the store. */
  store: string
  published: StagedRelease
  /** Its tab shows the slots of the release; undefined without slots. */
  probe: StagedRelease | undefined
  /** Another tab. */
  neighbour: StagedRelease
  /** Directory of the release, published from here unchanged after the checks. */
  folder: string
  /** The settings of a shell whose pages show these tabs. */
  trust(...releases: StagedRelease[]): TrustJson
  close(): Promise<void>
}

/**
 * Publishes a build to a temporary store.
 *
 * @param dist directory of a remote's production build
 */
export async function createStagingStore(dist: string): Promise<StagingStore> {
  const { value: manifest } = await readManifest(dist, '')
  return stage((store) => publish(store, dist), manifest?.proposedTab)
}

/**
 * Puts a release of a store into a temporary store, without copying its files.
 *
 * @param folder absolute path of the release's store, or of a copy of its files
 */
export function stageStored(folder: string, published: PublishedRelease): Promise<StagingStore> {
  return stage(async (store) => {
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
export function stageProbe(props: readonly string[]): Promise<StagingStore> {
  return stage((store) => publishNew(store, 'probe', (dist) => writeProbe(dist, [], props)))
}

async function stage(
  add: (store: ReleaseStore) => Promise<PublishedRelease>,
  tab: Tab = { id: 'canje-release', label: 'Canje: release', order: 1 },
): Promise<StagingStore> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-staging-'))
  const close = () => rm(folder, { recursive: true, force: true })
  // Of this check only: pack has no other.
  const key = createPrivateKey(createKey())
  try {
    const store = openStore(folder)
    const published = { ...(await add(store)), tab }
    const { name, release } = published
    const { extensions = [] } = release
    const probe = extensions.length > 0 && (await publishNew(store, 'probe', (dist) => writeProbe(dist, extensions)))
    const neighbour = await publishNew(store, 'neighbour', writeNeighbour)
    const { storeId } = await makeLive(store, [published, ...(probe ? [probe] : []), neighbour], key)
    return {
      store: folder,
      published,
      probe: probe ? { ...probe, tab: { id: 'canje-probe', label: 'Canje: probe', order: 1e9 } } : undefined,
      neighbour: { ...neighbour, tab: { id: 'canje-neighbour', label: 'Canje: neighbour', order: 1e9 } },
      folder: join(folder, name, release.version),
      trust: (...releases) => trustIn(storeId, key, releases),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function publishNew(
  store: ReleaseStore,
  folder: string,
  write: (dist: string) => Promise<void>,
): Promise<PublishedRelease> {
  const dist = join(store.location, folder)
  await write(dist)
  return publish(store, dist)
}

/** Grants everything that the releases ask for. */
function trustIn(storeId: string, key: KeyObject, releases: StagedRelease[]): TrustJson {
  const keys = [publicKeyOf(key)]
  const listings = releases.map(({ name, release: { extensions = [], connect = [] }, tab }): [string, Listing] => [
    name,
    { keys, tab, slots: extensions.map(({ slot }) => slot), connect },
  ])
  return { storeId, operatorKeys: keys, remotes: Object.fromEntries(listings) }
}
