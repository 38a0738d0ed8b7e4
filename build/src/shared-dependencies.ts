import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageOf } from 'registry'

const ROOT = join(import.meta.dirname, '../..')

/** How shell and remotes share one dependency at run time. */
export interface SharedDependency {
  /** The semver range that a remote accepts. */
  requiredVersion: string
  /** True for exactly one instance in the page. */
  singleton: boolean
  /** True to reject a version outside the range at load, instead of using it with a warning. */
  strictVersion: boolean
}

const oneInstance = (requiredVersion: string): SharedDependency => ({
  requiredVersion,
  singleton: true,
  strictVersion: true,
})

/**
 * The complete shared-dependency contract. It lists only dependencies that must have one instance: React, the session,
 * and the parts of PrimeReact with state (locale, nonce, z-index). Remotes bundle everything else, but use the shell's
 * `shared-ui` if it is identical (`federation.ts`).
 */
export const sharedDependencies: Readonly<Record<string, SharedDependency>> = {
  react: oneInstance('^19.3.0'),
  'react/': oneInstance('^19.3.0'),
  'react-dom': oneInstance('^19.3.0'),
  'react-dom/': oneInstance('^19.3.0'),
  'shared-auth': oneInstance('^1.1.0'),
  'primereact/api': oneInstance('~10.9.0'),
  'primereact/componentbase': oneInstance('~10.9.0'),
  'primereact/hooks': oneInstance('~10.9.0'),
  'primereact/overlayservice': oneInstance('~10.9.0'),
  'primereact/utils': oneInstance('~10.9.0'),
}

/** The version ranges that a remote requires, by shared package, for `release.json` and the registry. */
export function sharedRanges(): Record<string, string> {
  return byPackage((request) => sharedDependencies[request]?.requiredVersion ?? '*')
}

/** The versions that the shell provides, by shared package, for its `release.json`. */
export function sharedVersions(): Record<string, string> {
  return byPackage(installedVersion)
}

/**
 * The installed version of a shared dependency. Bundlers cannot determine it for subpaths and workspace packages.
 *
 * @param request a key of {@link sharedDependencies}, such as `primereact/api` or `react-dom/`
 */
export function installedVersion(request: string): string {
  const manifest = readFileSync(join(ROOT, 'node_modules', packageOf(request), 'package.json'), 'utf8')
  return JSON.parse(manifest).version
}

function byPackage(describe: (request: string) => string): Record<string, string> {
  return Object.fromEntries(Object.keys(sharedDependencies).map((request) => [packageOf(request), describe(request)]))
}
