import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseManifest } from '@canje/registry'
import { exampleRelease } from '@canje/registry/testing'

/** The entry's content in builds of {@link writeBuild}, large enough to be compressed. */
export const entryOf = (build: string) => `// ${build}\n${'console.log("canje")\n'.repeat(100)}`

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'canje-store-'))
}

/** Writes the `dist` folder of a remote's build. @returns its path */
export async function writeBuild(folder: string, changes: Partial<ReleaseManifest> = {}): Promise<string> {
  const dist = await mkdtemp(join(folder, 'dist-'))
  const manifest = await writeManifest(dist, { preload: ['tab.css'], ...changes })
  await mkdir(join(dist, 'icons'))
  await writeFile(join(dist, 'remoteEntry.js'), entryOf(manifest.build))
  await writeFile(join(dist, 'remoteEntry.js.map'), '{}')
  await writeFile(join(dist, 'tab.css'), 'a {}')
  await writeFile(join(dist, 'icons/a.svg'), '<svg/>')
  return dist
}

/** Writes the `dist` folder of a build with one small file. */
export async function writeSmallBuild(dist: string, changes: Partial<ReleaseManifest>): Promise<ReleaseManifest> {
  await mkdir(dist, { recursive: true })
  const manifest = await writeManifest(dist, changes)
  await writeFile(join(dist, 'remoteEntry.js'), `// ${manifest.build}`)
  return manifest
}

async function writeManifest(dist: string, changes: Partial<ReleaseManifest>): Promise<ReleaseManifest> {
  const { integrity: _, ...release } = exampleRelease({ entry: 'remoteEntry.js' })
  const { name = 'mf-codes' } = changes
  const proposedTab = { id: name, label: name, order: 2 }
  const manifest: ReleaseManifest = { name, proposedTab, ...release, ...changes }
  await writeFile(join(dist, 'release.json'), JSON.stringify(manifest))
  return manifest
}
