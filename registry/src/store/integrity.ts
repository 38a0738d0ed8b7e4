import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Integrity } from '../release'

const HASHED = /\.(js|css)$/

/** Hashes every script and style sheet of a release's folder. */
export async function integrityOf(directory: string): Promise<Integrity> {
  const files = (await readdir(directory, { recursive: true })).filter((file) => HASHED.test(file)).sort()
  const hashes = await Promise.all(files.map((file) => hashOf(join(directory, file))))
  return Object.fromEntries(files.map((file, index) => [file.split(sep).join('/'), hashes[index] ?? '']))
}

async function hashOf(file: string): Promise<string> {
  return `sha384-${createHash('sha384')
    .update(await readFile(file))
    .digest('base64')}`
}
