import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findRemotes, isRemote, type Package, readPackage } from 'workspace'
import type { Checked, Finding } from './findings'

/** A release as people name it: `mf-codes@1.2.0`, or `1.2.0` in the remote's folder. */
export interface NamedRelease {
  name: string
  version: string
}

/** The remote whose folder this is, if it is one's. */
export function remoteOf(folder: string): Package | undefined {
  if (!existsSync(join(folder, 'package.json'))) return undefined
  const found = readPackage(folder)
  return isRemote(found) ? found : undefined
}

/** The remote of this repository that is meant: the named one, or the folder's own. */
export function chosenRemote(name: string | undefined, folder: string): Checked<Package> {
  if (!name) return known(remoteOf(folder))
  const remotes = findRemotes()
  const value = remotes.find((remote) => remote.name === name)
  return value
    ? { value, findings: [] }
    : {
        findings: [
          unknownRemote(
            name,
            'this repository',
            remotes.map((remote) => remote.name),
          ),
        ],
      }
}

/** The name of the remote that is meant; it may be one of another repository. */
export function chosenName(name: string | undefined, folder: string): Checked<string> {
  return known(name ?? remoteOf(folder)?.name)
}

/** @param text `mf-codes@1.2.0` or `1.2.0` */
export function chosenRelease(text: string, folder: string): Checked<NamedRelease> {
  const at = text.lastIndexOf('@')
  const { value: name, findings } = chosenName(text.slice(0, Math.max(at, 0)) || undefined, folder)
  return name ? { value: { name, version: text.slice(at + 1) }, findings } : { findings }
}

export function unknownRemote(name: string, where: string, known: string[]): Finding {
  return {
    code: 'remote-unknown',
    message: `There is no remote "${name}" in ${where}.`,
    fix:
      known.length > 0 ? `Name one of ${known.join(', ')}.` : 'Publish one first: npm run release -- publish mf-codes',
  }
}

function known<T>(value: T | undefined): Checked<T> {
  if (value !== undefined) return { value, findings: [] }
  const message = 'It is not clear which remote is meant.'
  return { findings: [{ code: 'remote-unknown', message, fix: 'Name it, or give the command in its folder.' }] }
}
