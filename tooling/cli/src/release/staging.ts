import { createPrivateKey, type KeyObject } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Listing, Release, type ReleaseManifest, type State, type Tab } from '@canje/registry'
import { createKey, integrityOf, type PublishedRelease, publicKeyOf, readBuilt, signState } from '@canje/release-store'
import * as v from 'valibot'
import type { TrustJson } from '../dev-stack'
import { readManifest } from './checks/dist'
import { writeNeighbour } from './checks/neighbours/neighbour'
import { writeProbe } from './probe'

/** A release that the pages of checks show in place of what is live. */
export interface StagedRelease extends PublishedRelease {
  /** Absolute path of its files, or their URL in a store. */
  folder: string
  tab: Tab
  /** What its code uses of shared modules; undefined for a build of another bundler. */
  uses: ReleaseManifest['uses']
  /** The newest state of its remote in these pages. */
  state: State
}

/** A release without fallback, a probe of the shell, and a neighbour. No store has them. */
export interface Staging {
  published: StagedRelease
  /** Its tab shows the slots of the release, and what the shell gives to tabs. */
  probe: StagedRelease
  /** Another tab. */
  neighbour: StagedRelease
  /** The settings of a shell whose pages show these tabs, and grant everything that they ask for. */
  trust(...releases: StagedRelease[]): TrustJson
  close(): Promise<void>
}

/** Of these pages only. */
const STORE_ID = 'canje-staging'
/** No store keeps the tab that a build proposes. */
const TAB: Tab = { id: 'canje-release', label: 'Canje: release', order: 1 }

/**
 * Stages a copy of a build, so that what is published is what was checked.
 *
 * @param dist directory of a remote's production build, or of the copy of a stored one
 */
export async function stageBuild(dist: string): Promise<Staging> {
  const temporary = await mkdtemp(join(tmpdir(), 'canje-staging-'))
  const close = () => rm(temporary, { recursive: true, force: true })
  const folderOf = (name: string) => join(temporary, name)
  // Of this check only: pack has no other.
  const key = createPrivateKey(createKey())
  try {
    await cp(dist, folderOf('release'), { recursive: true })
    const published = await staged(folderOf('release'), key)
    await writeProbe(folderOf('probe'), published.release.extensions)
    await writeNeighbour(folderOf('neighbour'))
    const [probe, neighbour] = [await staged(folderOf('probe'), key), await staged(folderOf('neighbour'), key)]
    return { published, probe, neighbour, trust: (...releases) => trustIn(key, releases), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Signs the state that a store would have of a build. */
async function staged(folder: string, key: KeyObject): Promise<StagedRelease> {
  const manifest = await readManifest(folder, 'Publish a new version in its place.')
  const { name, version, proposedTab: tab = TAB, uses } = manifest
  const entry = `${name}/${version}/${manifest.entry}`
  const release = v.parse(Release, { ...manifest, entry, integrity: integrityOf(await readBuilt(folder)) })
  return { name, release, folder, tab, uses, state: await liveState(name, release, key) }
}

/** Signs the state in which a release is live in a store. */
export function liveState(name: string, live: Release, key: KeyObject, storeId = STORE_ID): Promise<State> {
  const change = { command: 'publish', at: new Date().toISOString(), before: null }
  const place = { format: 1, storeId, name, epoch: 1, n: 1 } as const
  return signState({ ...place, live, next: null, previous: [], withdrawn: [], pruned: [], change }, key)
}

function trustIn(key: KeyObject, releases: StagedRelease[]): TrustJson {
  const keys = [publicKeyOf(key)]
  const listings = releases.map(({ name, release, tab }): [string, Partial<Listing>] => {
    const { extensions = [], connect = [] } = release
    return [name, { keys, tab, slots: extensions.map(({ slot }) => slot), connect }]
  })
  return { storeId: STORE_ID, operatorKeys: keys, remotes: Object.fromEntries(listings) }
}
