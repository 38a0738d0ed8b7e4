import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Integrity } from '@canje/registry'
import { filesIn } from './plain-files'

/** The manifest, which holds the hashes, source maps, and compressed copies, which the store makes itself. */
const NOT_HASHED = /^release\.json$|\.map$|\.(br|gz)(\/|$)/

/** The hashes of a build's or a release's files, by relative path. */
export async function integrityOf(directory: string): Promise<Integrity> {
  const files = (await filesIn(directory)).filter((file) => !NOT_HASHED.test(file))
  const hashes = await Promise.all(files.map(async (file) => hashOfFile(await readFile(join(directory, file)))))
  return Object.fromEntries(files.map((file, index) => [file, hashes[index] ?? '']))
}

/** The hash of a file in {@link integrityOf}. */
export function hashOfFile(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
