import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseManifest } from '@canje/registry'
import { containerGlobal } from '@canje/registry'
import { writeBuild } from '@canje/release-store/testing'

/** JavaScript of a handwritten container. */
export interface Handwritten {
  /** Expression for the module `./Tab`. */
  tab: string
  /** Statements that run before a module is available. */
  before?: string
  /** Expression for the module of a slot; by default, there is none. */
  slot?: string
}

/** Writes a build of `mf-codes` with a handwritten entry. @returns its path */
export async function writeHandwritten(
  folder: string,
  { tab, before = '', slot }: Handwritten,
  changes: Partial<ReleaseManifest> = {},
): Promise<string> {
  const { name = 'mf-codes', build = 'abc123' } = changes
  const extensions = [{ slot: `detalle:${name}`, preload: ['chunk.js'] }]
  const dist = await writeBuild(folder, { ...changes, ...(slot !== undefined && { extensions }) })
  const container = `{
    init(scope) { this.shared = scope },
    async get(module) { ${before}; return () => (module === './Tab' ? ${tab} : ${slot}) },
  }`
  await writeFile(join(dist, 'chunk.js'), 'void 0')
  await writeFile(join(dist, 'remoteEntry.js'), `window['${containerGlobal(name, { build })}'] = ${container}`)
  return dist
}
