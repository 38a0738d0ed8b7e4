import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Project } from './project'
import { requestOf, sharedDependencies } from './shared-dependencies'
import { SHARED_UI_VERSION, sharedUiOf } from './shared-ui'

const require = createRequire(import.meta.url)

/** Omits the parts of the federation runtime for manifests (snapshots) and for servers, which Canje does not use. */
export const runtimeOptimization = { disableSnapshot: true, target: 'web' as const }

/**
 * Bundles the runtime from its ES modules, which can be tree-shaken: 8 KB instead of 13 KB of an entry (gzip).
 * The plugins request the CommonJS files by path.
 */
export const runtimeAliases = Object.fromEntries(
  ['runtime', 'webpack-bundler-runtime', 'inject-external-runtime-core-plugin'].map((name) => {
    const commonJs = require.resolve(`@module-federation/${name}`)
    return [commonJs, commonJs.replace(/\.cjs$/, '.js')]
  }),
)

const runtimeRequire = createRequire(require.resolve('@module-federation/runtime'))
/**
 * Leaves the readers of manifests out of the host, which {@link runtimeOptimization} turns off. The build fails when a new
 * version of the runtime has moved them.
 */
export const unusedRuntimeFiles = Object.fromEntries(
  ['runtime-core/utils/preload.js', 'sdk/generateSnapshotFromManifest.js'].map((path) => {
    const [name = '', ...file] = path.split('/')
    const folder = dirname(runtimeRequire.resolve(`@module-federation/${name}`))
    return [require.resolve(join(folder, ...file)), false as const]
  }),
)

/** The Module Federation options of a remote. */
export function federationOf(project: Project) {
  return {
    // A page may hold two builds of one remote; the runtime needs a name for each.
    name: containerOf(project),
    shareStrategy: 'loaded-first' as const,
    manifest: false,
    dts: false,
    dev: false,
    shared: { ...singletons(project), ...(project.build !== 'dev' && { '@canje/shared-ui': sharedUi(project) }) },
  }
}

/**
 * Constants that describe the host's build and the shared modules to its code. The host has no container and consumes no shared
 * module: it starts the runtime itself when it opens tabs (`shell/src/remotes/releases/federation.ts`).
 */
export function hostConstants({ build, directory, version }: Project): Record<string, string> {
  return {
    SHELL_VERSION: JSON.stringify(version),
    SHELL_BUILD: JSON.stringify(build),
    SHARED: JSON.stringify(sharedDependencies(directory)),
    SHARED_UI: JSON.stringify(build === 'dev' ? null : { key: sharedUiOf(directory), version: SHARED_UI_VERSION }),
    // The runtime's names for `runtimeOptimization`.
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: JSON.stringify(runtimeOptimization.disableSnapshot),
    ENV_TARGET: JSON.stringify(runtimeOptimization.target),
  }
}

/** The window property of a remote's container. It differs per build, because a page may hold two builds. */
export function containerOf({ name, build }: Project): string {
  return `${name}@${build}`
}

/** Remotes bundle no copy (`import: false`): a second instance of any would break them. */
function singletons({ directory }: Project) {
  return Object.fromEntries(
    Object.entries(sharedDependencies(directory)).map(([key, rule]) => [
      requestOf(key),
      { ...rule, shareKey: key, import: false as const },
    ]),
  )
}

/**
 * Shares `shared-ui`. A remote uses the host's copy if it was built with exactly that one, and its own copy otherwise.
 * It never uses another remote's copy, which may fail or be replaced.
 */
function sharedUi({ build, directory }: Project) {
  // A pre-release is no number with a leading zero, which a build id may be.
  const own = `${SHARED_UI_VERSION}-build-${build}`
  const requiredVersion = `${SHARED_UI_VERSION} || ${own}`
  return { shareKey: sharedUiOf(directory), singleton: false, version: own, requiredVersion }
}
