import { createPrivateKey, type KeyObject } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Listing, Release, type State, type Tab } from '@canje/registry'
import { createKey, integrityOf, type PublishedRelease, publicKeyOf, signState } from '@canje/release-store'
import * as v from 'valibot'
import type { TrustJson } from '../dev-stack'
import { readManifest } from './checks/dist'
import { writeNeighbour } from './checks/neighbours/neighbour'
import { writeProbe } from './probe'

/** A release that the pages of checks show in place of what is live. */
export interface StagedRelease extends PublishedRelease {
  /** Absolute path of its files. */
  folder: string
  tab: Tab
  /** The newest state of its remote in these pages. */
  state: State
}

/** A release without fallback, a probe of its slots, and a neighbour. No store has them. */
export interface Staging {
  published: StagedRelease
  /** Its tab shows the slots of the release; undefined without slots. */
  probe: StagedRelease | undefined
  /** Another tab. */
  neighbour: StagedRelease
  /** The settings of a shell whose pages show these tabs. */
  trust(...releases: StagedRelease[]): TrustJson
  close(): Promise<void>
}

/** Of these pages only. */
const STORE_ID = 'canje-staging'

/**
 * Stages a copy of a build, so that what is published is what was checked.
 *
 * @param dist directory of a remote's production build
 */
export async function stageBuild(dist: string): Promise<Staging> {
  const { value: manifest } = await readManifest(dist, '')
  return stage(async (temporary) => {
    const folder = join(temporary, 'release')
    await cp(dist, folder, { recursive: true })
    return builtIn(folder)
  }, manifest?.proposedTab)
}

/**
 * Stages a release of a store.
 *
 * @param folder absolute path of its files
 */
export function stageStored(folder: string, published: PublishedRelease): Promise<Staging> {
  return stage(async () => ({ ...published, folder }))
}

/**
 * Stages what shows what a shell gives to tabs.
 *
 * @param props paths of the props that it shows
 */
export function stageProbe(props: readonly string[]): Promise<Staging> {
  return stage((temporary) => written(join(temporary, 'release'), (folder) => writeProbe(folder, [], props)))
}

type Built = Pick<StagedRelease, 'name' | 'release' | 'folder'>

async function stage(
  build: (temporary: string) => Promise<Built>,
  tab: Tab = { id: 'canje-release', label: 'Canje: release', order: 1 },
): Promise<Staging> {
  const temporary = await mkdtemp(join(tmpdir(), 'canje-staging-'))
  const close = () => rm(temporary, { recursive: true, force: true })
  // Of this check only: pack has no other.
  const key = createPrivateKey(createKey())
  const last = (id: string, label: string): Tab => ({ id, label, order: 1e9 })
  try {
    const built = await build(temporary)
    const { extensions = [] } = built.release
    const probe =
      extensions.length > 0 && (await written(join(temporary, 'probe'), (folder) => writeProbe(folder, extensions)))
    const neighbour = await written(join(temporary, 'neighbour'), writeNeighbour)
    return {
      published: await signed(built, tab, key),
      probe: probe ? await signed(probe, last('canje-probe', 'Canje: probe'), key) : undefined,
      neighbour: await signed(neighbour, last('canje-neighbour', 'Canje: neighbour'), key),
      trust: (...releases) => trustIn(key, releases),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function written(folder: string, write: (folder: string) => Promise<void>): Promise<Built> {
  await write(folder)
  return builtIn(folder)
}

/** The release that a store would have of a build. */
async function builtIn(folder: string): Promise<Built> {
  const { value: manifest, findings } = await readManifest(folder, '')
  if (!manifest) throw new Error(findings.map(({ message }) => message).join('\n'))
  const { name, version } = manifest
  const entry = `${name}/${version}/${manifest.entry}`
  return { name, release: v.parse(Release, { ...manifest, entry, integrity: await integrityOf(folder) }), folder }
}

async function signed(built: Built, tab: Tab, key: KeyObject): Promise<StagedRelease> {
  const { name, release: live } = built
  const change = { command: 'publish', at: new Date().toISOString(), before: null }
  const place = { format: 1, storeId: STORE_ID, name, epoch: 1, n: 1 } as const
  const releases = { live, next: null, previous: [], withdrawn: [], pruned: [] }
  return { ...built, tab, state: await signState({ ...place, ...releases, change }, key) }
}

/** Grants everything that the releases ask for. */
function trustIn(key: KeyObject, releases: StagedRelease[]): TrustJson {
  const keys = [publicKeyOf(key)]
  const listings = releases.map(({ name, release, tab }): [string, Partial<Listing>] => {
    const { extensions = [], connect = [] } = release
    return [name, { keys, tab, slots: extensions.map(({ slot }) => slot), connect }]
  })
  return { storeId: STORE_ID, operatorKeys: keys, remotes: Object.fromEntries(listings) }
}
