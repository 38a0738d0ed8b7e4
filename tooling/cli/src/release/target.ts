import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { excerpt } from '@canje/registry'
import * as v from 'valibot'
import { findRemotes, hasTab, isRemote, type Package, readPackage, repositoryOf } from '../project/project'
import type { CheckResult, Finding } from './findings'

/** Characters of a name in a message. */
const MAX_QUOTED = 100

const RemotePackage = v.pipe(v.string(), v.parseJson(), v.object({ name: v.pipe(v.string(), v.startsWith('mf-')) }))

/** @returns the remote in this folder, or undefined */
export function remoteOf(folder: string): Package | undefined {
  if (!hasTab(folder)) return undefined
  const found = readPackage(folder)
  return isRemote(found) ? found : undefined
}

/** The remote of a folder, by the name in its package.json: a package without the kit has no `canje.tab`. */
export async function remoteNameIn(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '')
  const { success, output } = v.safeParse(RemotePackage, text)
  return success ? output.name : undefined
}

/**
 * Resolves a remote of this repository.
 *
 * @param name by default, the remote of the folder
 */
export function chosenRemote(name: string | undefined, folder: string): CheckResult<Package> {
  if (!name) return known(remoteOf(folder))
  const remotes = findRemotes(repositoryOf(folder))
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

/** @param name by default, that of the remote of the folder */
export function chosenName(name: string | undefined, folder: string): CheckResult<string> {
  return known(name ?? remoteOf(folder)?.name)
}

/**
 * @param where searched store or repository
 * @param known names of the remotes there, for the advice
 */
export function unknownRemote(name: string, where: string, known: string[]): Finding {
  return {
    code: 'remote-unknown',
    message: `There is no remote "${excerpt(name, MAX_QUOTED)}" in ${where}.`,
    fix: known.length > 0 ? `Name one of ${known.join(', ')}.` : 'Publish one first: npm run release -- publish',
  }
}

function known<T>(value: T | undefined): CheckResult<T> {
  if (value !== undefined) return { value, findings: [] }
  const message = 'No remote is specified.'
  return { findings: [{ code: 'remote-unknown', message, fix: 'Pass its name, or run the command in its folder.' }] }
}
