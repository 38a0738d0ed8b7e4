import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Name } from '@canje/registry'
import * as v from 'valibot'
import { findRemotes, hasTab, isRemote, type Package, readPackage, repositoryOf } from '../project/project'
import { Refusal } from './findings'

const RemotePackage = v.pipe(v.string(), v.parseJson(), v.object({ name: v.pipe(v.string(), v.startsWith('mf-')) }))

/** The remote of a folder, by the name in its package.json: a package without the kit has no `canje.tab`. */
export function remoteNameIn(folder: string): string | undefined {
  const file = join(folder, 'package.json')
  const { success, output } = v.safeParse(RemotePackage, existsSync(file) ? readFileSync(file, 'utf8') : '')
  return success ? output.name : undefined
}

/**
 * Resolves a remote of this repository.
 *
 * @param name by default, the remote of the folder
 */
export function chosenRemote(name: string | undefined, folder: string): Package {
  if (!name) return known([folder].filter(hasTab).map(readPackage).find(isRemote))
  const remotes = findRemotes(repositoryOf(folder))
  const found = remotes.find((remote) => remote.name === name)
  if (found) return found
  const names = remotes.map((remote) => remote.name)
  throw unknownRemote(name, 'this repository', names)
}

/**
 * @param name by default, that of the remote of the folder
 * @param fix advice when there is none
 */
export function chosenName(name: string | undefined, folder: string, fix?: string): string {
  return known(name ?? remoteNameIn(folder), fix)
}

/**
 * @param where searched store or repository
 * @param known names of the remotes there, for the advice
 */
export function unknownRemote(name: string, where: string, known: string[]): Refusal {
  // Another text may be a password or key in the wrong place.
  const message = `There is no remote ${v.is(Name, name) ? `"${name}"` : 'with that name'} in ${where}.`
  const fix = known.length > 0 ? `Name one of ${known.join(', ')}.` : 'Publish one first: npm run release -- publish'
  return new Refusal([{ code: 'remote-unknown', message, fix }])
}

function known<T>(value: T | undefined, fix = 'Pass its name, or run the command in its folder.'): T {
  if (value !== undefined) return value
  throw new Refusal([{ code: 'remote-unknown', message: 'No remote is specified.', fix }])
}
