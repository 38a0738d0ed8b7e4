import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Integrity } from '@canje/registry'
import { isReleased } from './plain-files'

/** The manifest, which holds the hashes, compressed copies and source maps. */
const NOT_HASHED = /^release\.json$|\.(br|gz|map)$/

/** Returns the hash of every built file of a release's folder, by relative path. */
export async function integrityOf(directory: string): Promise<Integrity> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .filter((file) => !NOT_HASHED.test(file))
    .sort()
  const hashes = await Promise.all(files.map((file) => hashOf(join(directory, file))))
  return Object.fromEntries(files.map((file, index) => [file.split(sep).join('/'), hashes[index] ?? '']))
}

/** The hashes that a release of this build has: by path of the files that the store takes, without source maps. */
export async function integrityOfBuild(dist: string): Promise<Integrity> {
  const files = Object.entries(await integrityOf(dist))
  return Object.fromEntries(files.filter(([path]) => path.split('/').every(isReleased)))
}

async function hashOf(file: string): Promise<string> {
  return `sha384-${createHash('sha384')
    .update(await readFile(file))
    .digest('base64')}`
}
