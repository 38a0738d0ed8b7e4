import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Package } from '@canje/cli/project'
import { findPackages } from '../workspace'

/** The package.json of the sources of a package, without what only they need. */
interface Manifest {
  name: string
  exports: Record<string, string>
  files?: string[]
  [field: string]: unknown
}

/** A package of the kit, with the manifest of its sources. */
export interface KitPackage {
  /** Absolute path. */
  directory: string
  manifest: Manifest
}

/** Sources that no package publishes: only they may import what `package.json` lists for development. */
const PRIVATE = /\.test\.|\/(testing|api-report)\/|\bsrc\/tests\//

/** The packages that the npm registry gets from their sources: all with the scope of Canje. */
export function findKitPackages(): KitPackage[] {
  return findPackages()
    .filter(({ name }) => name.startsWith('@canje/'))
    .map(readManifest)
}

function readManifest({ directory }: Package): KitPackage {
  const {
    private: _,
    scripts,
    devDependencies,
    ...manifest
  } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  return { directory, manifest }
}

/** The files beside sources and package.json, such as templates, relative to the package's folder. */
export function publishedFiles(one: KitPackage): string[] {
  const exported = Object.values(publicExports(one)).filter((path) => !/^\.\/(src\/|package\.json$)/.test(path))
  return [...exported, ...(one.manifest.files ?? [])]
}

/** The entry points for other repositories, by export: paths of source files, such as `./src/index.ts`. */
export function publicExports({ manifest }: KitPackage): Record<string, string> {
  return Object.fromEntries(Object.entries(manifest.exports).filter(([, path]) => !PRIVATE.test(path)))
}

/** The sources of a package without its tests: absolute paths. */
export function sourceFiles({ directory }: KitPackage): string[] {
  return filesUnder(join(directory, 'src')).filter((file) => !PRIVATE.test(file))
}

/** The file of a path, or all files in its folder, sorted; none for a path that does not exist. */
export function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}
