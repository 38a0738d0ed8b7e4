import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Package } from '@canje/cli/project'
import * as v from 'valibot'
import { findPackages } from '..'

const Versions = v.optional(v.record(v.string(), v.string()), {})

const Manifest = v.object({
  name: v.string(),
  version: v.string(),
  license: v.string(),
  bin: v.optional(v.record(v.string(), v.string())),
  exports: v.optional(v.record(v.string(), v.string()), {}),
  sideEffects: v.optional(v.union([v.boolean(), v.array(v.string())])),
  files: v.optional(v.array(v.string()), []),
  dependencies: Versions,
  optionalDependencies: Versions,
  peerDependencies: Versions,
  peerDependenciesMeta: v.optional(v.record(v.string(), v.object({ optional: v.boolean() }))),
})
/** The package.json of the sources of a package. */
export type Manifest = v.InferOutput<typeof Manifest>

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
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  return { directory, manifest: v.parse(Manifest, manifest) }
}

/** The files beside sources and package.json, such as templates, relative to the package's folder. */
export function publishedFiles(one: KitPackage): string[] {
  const exported = Object.values(publicExports(one)).filter((path) => !/^\.\/(src\/|package\.json$)/.test(path))
  return [...exported, ...one.manifest.files]
}

/** The entry points for other repositories, by export: paths of source files, such as `./src/index.ts`. */
export function publicExports({ manifest }: KitPackage): Record<string, string> {
  return Object.fromEntries(Object.entries(manifest.exports).filter(([, path]) => !PRIVATE.test(path)))
}

/** The sources of a package without its tests: absolute paths. */
export function sourceFiles({ directory }: KitPackage): string[] {
  return readdirSync(join(directory, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !PRIVATE.test(file))
}
