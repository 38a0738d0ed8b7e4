import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { excerpt, MAX_FILES, RelativePath } from '@canje/registry'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { isCompressed } from './compress'

/** Characters of a finding, for paths of any length. */
const MAX_CHARACTERS = 500
/** Files read at a time. */
const CONCURRENCY = 8
/** Names of files whose hashes the validation of a manifest would drop. */
const RESERVED = ['__proto__', 'constructor', 'prototype']

/** Source maps are kept beside the files of a release. They have no hash, no server sends them, and no page needs them. */
export const isSourceMap = (name: string) => name.endsWith('.map')

/** Lists the files in a folder and those below it, by relative path with slashes. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')).sort()
}

/** Lists what a build must not contain, in a sentence each: a link to a private key would publish the key. */
export async function forbiddenFilesIn(folder: string): Promise<string[]> {
  const itself = await lstat(folder)
  if (!itself.isDirectory()) return [specialFile(folder, itself)]
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const findings = await pLimit(CONCURRENCY).map(entries, (entry) => findingsOn(folder, entry))
  const files = entries.filter((entry) => entry.isFile() && !isCompressed(entry.name) && !isSourceMap(entry.name))
  // The manifest does not count.
  const tooMany =
    files.length > MAX_FILES + 1 ? [`${folder} has ${files.length} files: at most ${MAX_FILES} can be released.`] : []
  return [...tooMany, ...findings.flat().sort()].map((finding) => excerpt(finding, MAX_CHARACTERS))
}

async function findingsOn(folder: string, entry: Dirent): Promise<string[]> {
  const file = join(entry.parentPath, entry.name)
  if (!entry.isFile() && !entry.isDirectory()) return [specialFile(file, entry)]
  if (isCompressed(entry.name)) return []
  const path = relative(folder, file).split(sep).join('/')
  if (RESERVED.includes(path)) return [`${file} has a reserved name: rename the file.`]
  const { issues } = v.safeParse(RelativePath, path)
  if (issues) return [`${file} cannot be released: its path ${issues[0].message}. Rename it, or remove it.`]
  if (entry.isDirectory()) return []
  if ((await lstat(file)).nlink > 1) return [`${file} is a hard link: replace it with a copy, or remove it.`]
  return holdsPrivateKey(await readFile(file)) ? [`${file} holds a private key: remove it, and replace the key.`] : []
}

/** In PEM, also inside a script. Code that only looks for the marker, as libraries have it, does not count. */
function holdsPrivateKey(content: Buffer): boolean {
  return /-----BEGIN [A-Z ]*PRIVATE KEY( BLOCK)?-----(\s|\\[nr])*[\w+/]/.test(
    content.toString('latin1').replaceAll('\0', ''),
  )
}

function specialFile(path: string, entry: Dirent | Stats): string {
  return `${path} is ${entry.isSymbolicLink() ? 'a symbolic link' : 'not a regular file'}: replace it with a copy, or remove it.`
}
