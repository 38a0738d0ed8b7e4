import { readFileSync } from 'node:fs'
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
  peerDependencies: Versions,
  canje: v.optional(v.object({ privateExports: v.optional(v.array(v.string()), []) }), {}),
})
/** The package.json of the sources of a package. */
export type Manifest = v.InferOutput<typeof Manifest>

/** A package of the kit, with the manifest of its sources. */
export interface KitPackage {
  /** Absolute path. */
  directory: string
  manifest: Manifest
}

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

/** The files beside the compiled sources and package.json, such as templates, relative to the package's folder. */
export function publishedFiles(one: KitPackage): string[] {
  const exported = Object.values(publicExports(one)).filter((path) => !/^\.\/(src\/|package\.json$)/.test(path))
  return [...exported, ...one.manifest.files]
}

/** The entry points for other repositories, by export: paths of source files, such as `./src/index.ts`. */
export function publicExports({ manifest }: KitPackage): Record<string, string> {
  const { exports, canje } = manifest
  return Object.fromEntries(Object.entries(exports).filter(([name]) => !canje.privateExports?.includes(name)))
}
