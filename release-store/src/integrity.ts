import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Integrity } from '@canje/registry'
import { filesIn, isReleased } from './plain-files'

/** The manifest, which holds the hashes, compressed copies and source maps. */
const NOT_HASHED = /^release\.json$|\.(br|gz|map)$/

/** Returns the hash of every built file of a release's folder, by relative path. */
export async function integrityOf(directory: string): Promise<Integrity> {
  const files = (await filesIn(directory)).filter((file) => !NOT_HASHED.test(file))
  const hashes = await Promise.all(files.map(async (file) => hashOfFile(await readFile(join(directory, file)))))
  return Object.fromEntries(files.map((file, index) => [file, hashes[index] ?? '']))
}

/** The hashes that a release of this build has: by path of the files that the store takes, without source maps. */
export async function integrityOfBuild(dist: string): Promise<Integrity> {
  const files = Object.entries(await integrityOf(dist))
  return Object.fromEntries(files.filter(([path]) => path.split('/').every(isReleased)))
}

/** The hash of a file in {@link integrityOf}. */
export function hashOfFile(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
