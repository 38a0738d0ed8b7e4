import { requirePackage } from './installed-packages'

/** How shell and remotes share one dependency at run time. */
export interface SharedDependency {
  /** The package on the npm registry, if its name differs from the share key. */
  packageName?: string
  /** The semver range that a remote accepts. */
  requiredVersion: string
  /** True for exactly one instance in the page. */
  singleton: boolean
  /** True to reject a version outside the range at load, instead of using it with a warning. */
  strictVersion: boolean
}

const oneInstance = (requiredVersion: string, packageName?: string): SharedDependency => ({
  ...(packageName && { packageName }),
  requiredVersion,
  singleton: true,
  strictVersion: true,
})

/**
 * The complete shared-dependency contract, by share key. It lists only dependencies that must have one instance: React,
 * the session, and the parts of PrimeReact with state (locale, nonce, z-index). Remotes bundle everything else, but use
 * the shell's `shared-ui` if it is identical (`federation.ts`). Released remotes contain the keys: they never change.
 */
export const sharedDependencies: Readonly<Record<string, SharedDependency>> = {
  react: oneInstance('^19.3.0'),
  'react/': oneInstance('^19.3.0'),
  'react-dom': oneInstance('^19.3.0'),
  'react-dom/': oneInstance('^19.3.0'),
  'shared-auth': oneInstance('^1.2.0', '@canje/shared-auth'),
  'primereact/api': oneInstance('~10.9.0'),
  'primereact/componentbase': oneInstance('~10.9.0'),
  'primereact/hooks': oneInstance('~10.9.0'),
  'primereact/overlayservice': oneInstance('~10.9.0'),
  'primereact/utils': oneInstance('~10.9.0'),
}

/** The module request of a share key. */
export function requestOf(key: string): string {
  return sharedDependencies[key]?.packageName ?? key
}

/** The packages of which remotes bundle nothing: those that are shared as a whole, not by modules. */
export const sharedPackages = Object.keys(sharedDependencies)
  .filter((key) => !key.includes('/'))
  .map(requestOf)

/** The version ranges that a remote requires, by shared package, for `release.json` and the registry. */
export function sharedRanges(): Record<string, string> {
  return byPackage((key) => sharedDependencies[key]?.requiredVersion ?? '*')
}

/**
 * The versions that a shell provides, by shared package, for its `release.json`.
 *
 * @param directory absolute path of the shell
 */
export function sharedVersions(directory: string): Record<string, string> {
  return byPackage((key) => installedVersion(key, directory))
}

/**
 * The installed version of a shared dependency. Bundlers cannot determine it for subpaths and workspace packages.
 *
 * @param key a key of {@link sharedDependencies}, such as `primereact/api` or `react-dom/`
 * @param directory absolute path of the shell or a remote
 */
export function installedVersion(key: string, directory: string): string {
  return requirePackage(sharedDependencies[key]?.packageName ?? packageOf(key), directory).manifest.version
}

/**
 * Compares the installed contract with the range that releases state: with a newer minor version, code could use what
 * shells in the range lack.
 *
 * @throws Error when the range starts below the installed minor version
 */
export function requireContractInRange(directory: string): void {
  const { packageName = '', requiredVersion = '' } = sharedDependencies['shared-auth'] ?? {}
  const version = installedVersion('shared-auth', directory)
  const [major, minor] = version.split('.').map(Number)
  const starts = [...requiredVersion.matchAll(/(\d+)\.(\d+)/g)].map((match) => [Number(match[1]), Number(match[2])])
  if (starts.some(([from, since]) => from === major && (since ?? 0) >= (minor ?? 0))) return
  throw new Error(`${packageName} ${version} is newer than the range ${requiredVersion} of @canje/build: update both.`)
}

function byPackage(describe: (key: string) => string): Record<string, string> {
  return Object.fromEntries(Object.keys(sharedDependencies).map((key) => [packageOf(key), describe(key)]))
}

/** `react-dom` of `react-dom/`. */
function packageOf(key: string): string {
  return key.split('/', 1)[0] ?? key
}
