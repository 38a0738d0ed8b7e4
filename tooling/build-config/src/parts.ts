import type { Compilation } from '@rspack/core'
import { SHARED_UI_CHUNK } from './chunks'

type ChunkGroup = Compilation['chunkGroups'][number]

/**
 * The scripts that the code of a chunk group loads on demand, for prefetching. Those of a remote's own copy of `shared-ui`
 * are left out: that copy is rarely loaded.
 *
 * @param name of the chunk group
 */
export function partsOf(compilation: Compilation, name: string): string[] {
  const found = new Map<number | undefined, ChunkGroup>()
  function visit(group: ChunkGroup): void {
    for (const child of group.childrenIterable) {
      if (found.has(child.index) || isSharedUi(child)) continue
      found.set(child.index, child)
      visit(child)
    }
  }
  const root = compilation.namedChunkGroups.get(name)
  if (root) visit(root)
  const loaded = new Set(root?.getFiles())
  const files = [...found.values()].flatMap((group) => group.getFiles())
  return [...new Set(files)].filter((file) => file.endsWith('.js') && !loaded.has(file)).sort()
}

function isSharedUi({ chunks }: ChunkGroup): boolean {
  return chunks.some(({ name }) => name === SHARED_UI_CHUNK)
}
