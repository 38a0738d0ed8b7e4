import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { rcompare, valid } from 'semver'
import type { Checked, Finding } from '../findings'

/** A version that is in the store stays what it is for good. */
export async function versionIsFree(store: string, name: string, version: string): Promise<Checked<never>> {
  if (!(await versionsIn(store, name)).includes(version)) return { findings: [] }
  const message = `${name} ${version} is in the store already, and a release never changes.`
  const fix = `Give it another version: "npm version patch -w ${name}". To make the one in the store live: "npm run release -- promote ${name}@${version}".`
  return { findings: [{ code: 'version-exists', message, fix }] }
}

export function unknownVersion(name: string, version: string, versions: string[]): Finding {
  return {
    code: 'version-unknown',
    message: `${name} ${version} is not in the store.`,
    fix: versions.length > 0 ? `Promote one of ${versions.join(', ')}, or publish it.` : `Publish ${name} first.`,
  }
}

/** The versions of a remote that a store has, newest first. */
export async function versionsIn(store: string, name: string): Promise<string[]> {
  const entries = await readdir(join(store, name), { withFileTypes: true }).catch(nothingIfAbsent)
  const versions = entries.filter((entry) => entry.isDirectory() && valid(entry.name)).map((entry) => entry.name)
  return versions.sort(rcompare)
}

function nothingIfAbsent(error: NodeJS.ErrnoException): Dirent[] {
  if (error.code === 'ENOENT') return []
  throw error
}
