import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseManifest } from '@canje/registry'
import { exampleRelease } from '@canje/registry/testing'

export { exampleRelease }

/** The entry's content in builds of {@link writeBuild}, large enough to be compressed. */
export const entryOf = (build: string) => `// ${build}\n${'console.log("canje")\n'.repeat(100)}`

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'canje-store-'))
}

/** Writes the `dist` folder of a remote's build. @returns its path */
export async function writeBuild(folder: string, changes: Partial<ReleaseManifest> = {}): Promise<string> {
  const { integrity: _, ...release } = exampleRelease({ entry: 'remoteEntry.js', preload: ['tab.css'] })
  const manifest: ReleaseManifest = { name: 'mf-codes', ...release, ...changes }
  const dist = await mkdtemp(join(folder, 'dist-'))
  await mkdir(join(dist, 'icons'))
  await writeFile(join(dist, 'release.json'), JSON.stringify(manifest))
  await writeFile(join(dist, 'remoteEntry.js'), entryOf(manifest.build))
  await writeFile(join(dist, 'remoteEntry.js.map'), '{}')
  await writeFile(join(dist, 'tab.css'), 'a {}')
  await writeFile(join(dist, 'icons/a.svg'), '<svg/>')
  return dist
}

/** Changes for {@link writeBuild} that turn its build into one of another remote. */
export function anotherRemote(name: string): Partial<ReleaseManifest> {
  return { name, tab: { id: name, label: name, order: 9, columns: 1 } }
}
