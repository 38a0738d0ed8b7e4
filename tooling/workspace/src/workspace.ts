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
  canje: v.optional(
    v.object({
      tab: v.optional(v.unknown()),
      budget: v.optional(v.unknown()),
      port: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))),
    }),
    {},
  ),
})

/** A package of the repository. */
export interface Package {
  name: string
  version: string
  /** Absolute path. */
  directory: string
  /** The `canje.tab` block of package.json, which makes a package a remote. */
  tab: unknown
  /** The `canje.budget` block of package.json, which overrides the default budget of a tab. */
  budget?: unknown
  /** The `canje.port` of package.json, for the dev server and previews. */
  port?: number
  hasTests: boolean
}

/** All packages of the repository: those of the root folder, then those of `tooling`, each sorted by folder name. */
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

/** All remotes of the repository. They are found by folder, not listed. */
export function findRemotes(root = ROOT): Package[] {
  return findPackages(root).filter(isRemote)
}

/** The packages that Rspack builds: the shell and all remotes. */
export function findProjects(root = ROOT): Package[] {
  return findPackages(root).filter((candidate) => candidate.name === 'shell' || isRemote(candidate))
}

/** @throws Error when the folder has no valid package.json */
export function readPackage(directory: string): Package {
  const { name, version, scripts, canje } = v.parse(
    Manifest,
    JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')),
  )
  return {
    name,
    version,
    directory,
    tab: canje.tab,
    budget: canje.budget,
    ...(canje.port !== undefined && { port: canje.port }),
    hasTests: 'test' in scripts,
  }
}

export function isRemote({ name, tab }: Package): boolean {
  return name.startsWith('mf-') && tab !== undefined
}
