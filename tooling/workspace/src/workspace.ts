import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

/** Absolute path of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const Manifest = v.object({
  name: v.string(),
  version: v.string(),
  scripts: v.optional(v.record(v.string(), v.string()), {}),
  canje: v.optional(v.object({ tab: v.optional(v.unknown()), budget: v.optional(v.unknown()) }), {}),
})

/** One package of the repository. */
export interface Package {
  name: string
  version: string
  /** Absolute path. */
  directory: string
  /** The `canje.tab` block of package.json: what makes a package a remote. */
  tab: unknown
  /** The `canje.budget` block of package.json: what a tab may cost that needs more than the usual. */
  budget?: unknown
  hasTests: boolean
}

/** Every package of the repository, in the order of their folders. */
export function findPackages(root = ROOT): Package[] {
  return [root, join(root, 'tooling')]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .sort()
        .map((name) => join(folder, name)),
    )
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map(readPackage)
}

/** Every remote of the repository. No list names them: a new folder is a new remote. */
export function findRemotes(root = ROOT): Package[] {
  return findPackages(root).filter(isRemote)
}

/** What Rspack builds: the shell and every remote. */
export function findProjects(root = ROOT): Package[] {
  return findPackages(root).filter((candidate) => candidate.name === 'shell' || isRemote(candidate))
}

/** @throws Error when the folder has no package.json, or not one of this repository */
export function readPackage(directory: string): Package {
  const { name, version, scripts, canje } = v.parse(
    Manifest,
    JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')),
  )
  return { name, version, directory, tab: canje.tab, budget: canje.budget, hasTests: 'test' in scripts }
}

export function isRemote({ name, tab }: Package): boolean {
  return name.startsWith('mf-') && tab !== undefined
}
