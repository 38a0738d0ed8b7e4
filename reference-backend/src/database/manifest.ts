import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'

/** The SHA-256 hash of each file of a folder, by its path with `/`. */
type Hashes = Record<string, string>

const Hashes = v.record(v.string(), v.string())

/**
 * Writes the hashes of a folder's files.
 *
 * @param file the manifest, outside the folder
 */
export async function writeManifest(file: string, folder: string): Promise<void> {
  const hashes = JSON.stringify(await hashesOf(folder), null, 2)
  // The system names no path when a disk becomes full.
  await writeFile(file, hashes, { mode: 0o600 }).catch((error: Error) => {
    throw Object.assign(error, { path: file })
  })
}

/**
 * Compares a folder with its manifest.
 *
 * @throws {Error} when the manifest is missing or malformed, or a file is missing, additional or different
 */
export async function assertUnchanged(file: string, folder: string): Promise<void> {
  const expected = await readManifest(file)
  const found = await hashesOf(folder)
  for (const path of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    if (expected[path] !== found[path]) throw new Error(`${path} is not as it was written`)
  }
}

async function readManifest(file: string): Promise<Hashes> {
  try {
    return v.parse(Hashes, JSON.parse(await readFile(file, 'utf8')))
  } catch {
    throw new Error('it has no readable manifest')
  }
}

async function hashesOf(folder: string): Promise<Hashes> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const hashes: Hashes = Object.create(null)
  for (const file of files.sort()) hashes[relative(folder, file).split(sep).join('/')] = await hashOf(file)
  return hashes
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64url')
}
