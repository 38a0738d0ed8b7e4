import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exampleRelease } from '@canje/registry/testing'
import { hashOfFile } from '@canje/release-store'

const CHUNK = 'chunk()'
const { integrity: _, ...release } = exampleRelease({ build: 'b1', entry: 'remoteEntry.js', preload: ['chunk.js'] })

export const TAB = { id: 'premios', label: 'Premios', order: 6 }
export const MANIFEST = { ...release, name: 'mf-premios', proposedTab: TAB }
/** Large enough to be compressed. */
export const ENTRY = `window['mf-premios@b1'] = load('chunk.js', '${hashOfFile(Buffer.from(CHUNK))}')\n${'//'.repeat(1024)}`

/** Writes a build of another bundler: an entry, its chunk, and files that replace them or come beside. */
export async function writeSmallBuild(dist: string, files: Record<string, string> = {}): Promise<void> {
  const own = { 'release.json': JSON.stringify(MANIFEST), 'remoteEntry.js': ENTRY, 'chunk.js': CHUNK }
  await mkdir(dist)
  for (const [path, content] of Object.entries({ ...own, 'chunk.js.map': '{}', ...files }))
    await writeFile(join(dist, path), content)
}
