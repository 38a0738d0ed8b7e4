import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Integrity, preloadedFiles, type ReleaseManifest } from '@canje/registry'
import { isCompressed } from './compress'
import { filesIn, isSourceMap } from './plain-files'

/** The contents of the files of a build, by relative path. */
export type BuiltFiles = ReadonlyMap<string, Buffer>

/** Reads a build, without compressed copies, which the store makes itself. */
export async function readBuilt(directory: string): Promise<BuiltFiles> {
  const files = (await filesIn(directory)).filter((file) => !isCompressed(file))
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(join(directory, file))] as const)))
}

/** The hashes of a build by relative path: of all files but the manifest, which holds them, and source maps. */
export function integrityOf(files: BuiltFiles): Integrity {
  const hashed = [...files].filter(([file]) => file !== 'release.json' && !isSourceMap(file))
  return Object.fromEntries(hashed.map(([file, content]) => [file, hashOfFile(content)]))
}

/** The files that a manifest names and its build does not have: a folder, source map or compressed copy is none. */
export function filesWithoutHash(manifest: ReleaseManifest, integrity: Integrity): string[] {
  const { entry, parts = [], extensions = [], sharedUi } = manifest
  const onDemand = [...parts, ...extensions.flatMap((extension) => extension.parts ?? []), ...(sharedUi?.files ?? [])]
  const named = new Set([entry, ...preloadedFiles(manifest), ...onDemand])
  return [...named].filter((path) => !Object.hasOwn(integrity, path))
}

/** The hash of a file in {@link integrityOf}. */
export function hashOfFile(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
