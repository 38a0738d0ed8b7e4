import { requirePackage } from './installed-packages'

/** How shell and remotes share one dependency at run time. */
export interface SharedDependency {
  /** The installed version. Bundlers cannot determine it for subpaths and workspace packages. */
  version: string
  /** The semver range that a remote accepts. */
  requiredVersion: string
  /** True for exactly one instance in the page. */
  singleton: boolean
  /** True to reject a version outside the range at load, instead of using it with a warning. */
  strictVersion: boolean
}

/**
 * The complete shared-dependency contract: the ranges that remotes accept, by share key. It lists only dependencies that
 * must have one instance: React, the session, and the parts of PrimeReact with state (locale, nonce, z-index). Remotes
 * bundle everything else, but use the shell's `shared-ui` if it is identical (`federation.ts`). Released remotes contain
 * the keys: they never change.
 */
const RANGES: Readonly<Record<string, string>> = {
  react: '^19.3.0',
  'react/': '^19.3.0',
  'react-dom': '^19.3.0',
  'react-dom/': '^19.3.0',
  // A remote may use all that the contract has at its build, so `installed` is replaced by `earliestLike`.
  'shared-auth': '^installed',
  'primereact/api': '~10.9.0',
  'primereact/componentbase': '~10.9.0',
  'primereact/hooks': '~10.9.0',
  'primereact/overlayservice': '~10.9.0',
  'primereact/utils': '~10.9.0',
}

/** Packages on the npm registry whose name differs from the share key. */
const PACKAGES: Readonly<Record<string, string>> = { 'shared-auth': '@canje/shared-auth' }

/** The packages of which remotes bundle nothing: those that are shared as a whole, not by modules. */
export const sharedPackages = Object.keys(RANGES)
  .filter((key) => !key.includes('/'))
  .map(requestOf)

/**
 * The rules of sharing, by share key.
 *
 * @param directory absolute path of the shell or a remote
 */
export function sharedDependencies(directory: string): Record<string, SharedDependency> {
  return Object.fromEntries(
    Object.entries(RANGES).map(([key, range]) => {
      const { version } = requirePackage(PACKAGES[key] ?? packageOf(key), directory).manifest
      const requiredVersion = range.replace('installed', earliestLike(version))
      return [key, { version, requiredVersion, singleton: true, strictVersion: true }]
    }),
  )
}

/** The earliest version with all that a version has: the first of its minor, or itself if it precedes that as a pre-release. */
function earliestLike(version: string): string {
  return version.replace(/\+.*/, '').replace(/^(\d+\.\d+)\.(\d+$|[1-9].*)/, '$1.0')
}

/** The module request of a share key. */
export function requestOf(key: string): string {
  return PACKAGES[key] ?? key
}

/** The share key of a module request; the inverse of {@link requestOf}. */
export function shareKeyOf(request: string): string {
  return Object.keys(PACKAGES).find((key) => PACKAGES[key] === request) ?? request
}

/** The version ranges that a remote requires, by shared package, for `release.json` and the registry. */
export function sharedRanges(directory: string): Record<string, string> {
  return byPackage(directory, ({ requiredVersion }) => requiredVersion)
}

/** The versions that a shell provides, by shared package, for its `release.json`. */
export function sharedVersions(directory: string): Record<string, string> {
  return byPackage(directory, ({ version }) => version)
}

function byPackage(directory: string, describe: (dependency: SharedDependency) => string): Record<string, string> {
  const all = Object.entries(sharedDependencies(directory))
  return Object.fromEntries(all.map(([key, dependency]) => [packageOf(key), describe(dependency)]))
}

/** `react-dom` of `react-dom/`. */
function packageOf(key: string): string {
  return key.split('/', 1)[0] ?? key
}
