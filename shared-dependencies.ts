import { readFileSync } from 'node:fs'

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
 * PrimeReact that hold state (locale, nonce, z-index); everything else is bundled into each remote at build time.
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

/**
 * The installed version of a shared dependency. Bundlers cannot find it themselves for subpaths and workspace packages.
 *
 * @param request a key of {@link sharedDependencies}, such as `primereact/api` or `react-dom/`
 */
export function installedVersion(request: string): string {
  const [packageName] = request.split('/')
  const manifest = new URL(`node_modules/${packageName}/package.json`, import.meta.url)
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}
