import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageOf } from 'registry'

const ROOT = join(import.meta.dirname, '../..')

/** How one dependency is shared between the shell and the remotes at run time. */
export interface SharedDependency {
  /** The semver range that a remote accepts from the shell. */
  requiredVersion: string
  /** Exactly one instance in the page. */
  singleton: boolean
  /** A version outside the range is refused at load instead of used with a warning. */
  strictVersion: boolean
}

const oneInstance = (requiredVersion: string): SharedDependency => ({
  requiredVersion,
  singleton: true,
  strictVersion: true,
})

/**
 * The whole shared-dependency contract. Only what must be one instance is here: React, the session, and the parts of
 * PrimeReact that hold state (locale, nonce, z-index); everything else is bundled into each remote at build
 * time, and `shared-ui` taken from the shell where it is the very same (`federation.ts`).
 */
export const sharedDependencies: Readonly<Record<string, SharedDependency>> = {
  react: oneInstance('^19.3.0'),
  'react/': oneInstance('^19.3.0'),
  'react-dom': oneInstance('^19.3.0'),
  'react-dom/': oneInstance('^19.3.0'),
  'shared-auth': oneInstance('^1.0.0'),
  'primereact/api': oneInstance('~10.9.0'),
  'primereact/componentbase': oneInstance('~10.9.0'),
  'primereact/hooks': oneInstance('~10.9.0'),
  'primereact/overlayservice': oneInstance('~10.9.0'),
  'primereact/utils': oneInstance('~10.9.0'),
}

/** The range that a remote requires of each shared package, as `release.json` and the registry state it. */
export function sharedRanges(): Record<string, string> {
  return byPackage((request) => sharedDependencies[request]?.requiredVersion ?? '*')
}

/** The version of each shared package that the shell provides, as its `release.json` states it. */
export function sharedVersions(): Record<string, string> {
  return byPackage(installedVersion)
}

/**
 * The installed version of a shared dependency. Bundlers cannot find it themselves for subpaths and workspace packages.
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
