import type { KeyObject } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Authority, Listing, ReleaseManifest } from '@canje/registry'
import { exampleListing, exampleRelease } from '@canje/registry/testing'
import { openFolder } from '../folder/folder-store'
import type { ReleaseStore } from '../release-store'
import { publicKeyOf } from '../signing-key'
import { openMemoryBucket } from './memory-service'

/** Opens an empty store of each kind. */
export const STORES: readonly [kind: string, open: (folder: string) => ReleaseStore][] = [
  ['folder', (folder) => openFolder(join(folder, 'store'))],
  ['bucket', () => openMemoryBucket()],
  ['bucket without permission to list', () => openMemoryBucket(undefined, false)],
]

/**
 * The root of trust of a shell.
 *
 * @param keys of each remote
 */
export function authorityOf(
  operator: KeyObject,
  keys: Record<string, KeyObject[]>,
  listing: Partial<Listing> = {},
): Authority {
  const remotes = Object.entries(keys).map(([name, own]) => ({
    ...exampleListing({ keys: own.map(publicKeyOf), ...listing }),
    name,
  }))
  return { storeId: 'store-1', operatorKeys: [publicKeyOf(operator)], remotes, findings: [] }
}

/** The entry's content in builds of {@link writeBuild}, large enough to be compressed. */
export const entryOf = (build: string) => `// ${build}\n${'console.log("canje")\n'.repeat(100)}`

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'canje-store-'))
}

/** Writes the `dist` folder of a remote's build. @returns its path */
export async function writeBuild(folder: string, changes: Partial<ReleaseManifest> = {}): Promise<string> {
  const dist = await mkdtemp(join(folder, 'dist-'))
  const { integrity: _, ...release } = exampleRelease({ entry: 'remoteEntry.js', preload: ['tab.css'] })
  const { name = 'mf-codes' } = changes
  const manifest: ReleaseManifest = { name, proposedTab: { id: name, label: name, order: 2 }, ...release, ...changes }
  await writeFile(join(dist, 'release.json'), JSON.stringify(manifest))
  await mkdir(join(dist, 'icons'))
  await writeFile(join(dist, 'remoteEntry.js'), entryOf(manifest.build))
  await writeFile(join(dist, 'remoteEntry.js.map'), '{}')
  await writeFile(join(dist, 'tab.css'), 'a {}')
  await writeFile(join(dist, 'icons/a.svg'), '<svg/>')
  return dist
}
