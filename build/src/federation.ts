import { createRequire } from 'node:module'
import { sharedUiId } from './build-inputs'
import type { Project } from './release-manifest-plugin'
import { installedVersion, sharedDependencies } from './shared-dependencies'

const require = createRequire(import.meta.url)

/** No manifest is fetched and nothing runs on a server, so the parts of the runtime for these are left out. */
export const runtimeParts = { disableSnapshot: true, target: 'web' as const }

/**
 * Has the runtime bundled from its ES modules, which can be shaken. The plugins ask for the CommonJS ones by their
 * paths: 13 KB of an entry are 8 KB then (gzip).
 */
export const runtimeAliases = Object.fromEntries(
  ['runtime', 'webpack-bundler-runtime', 'inject-external-runtime-core-plugin'].map((name) => {
    const commonJs = require.resolve(`@module-federation/${name}`)
    return [commonJs, commonJs.replace(/\.cjs$/, '.js')]
  }),
)

/** What a remote says to Module Federation. */
export function federationOf(project: Project) {
  return {
    // Two builds of one remote in a page are two remotes for the runtime.
    name: containerOf(project),
    shareStrategy: 'loaded-first' as const,
    manifest: false,
    dts: false,
    dev: false,
    shared: { ...singletons(), ...(project.build !== 'dev' && { 'shared-ui': sharedUi(project) }) },
  }
}

/**
 * What the host's code is told of what it shares, as constants. It has no container and takes nothing from others: it
 * starts the runtime by itself, when it shows tabs (`shell/src/remotes/federation.ts`), and not with its first script.
 */
export function hostConstants({ build }: Project): Record<string, string> {
  const sharedUi = { key: sharedUiKey(), version: installedVersion('shared-ui') }
  return {
    SHARED: JSON.stringify(ofEachDependency({})),
    SHARED_UI: JSON.stringify(build === 'dev' ? null : sharedUi),
    // The runtime's own names for what `runtimeParts` says.
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: JSON.stringify(runtimeParts.disableSnapshot),
    ENV_TARGET: JSON.stringify(runtimeParts.target),
  }
}

/** The window property that holds a remote's container: one per build, as old and new may be in one page. */
export function containerOf({ name, build }: Project): string {
  return `${name}@${build}`
}

/** A remote brings none of its own: with a second instance of any, it could not work. */
function singletons() {
  return ofEachDependency({ import: false as const })
}

function ofEachDependency<More>(more: More) {
  return Object.fromEntries(
    Object.entries(sharedDependencies).map(([request, rule]) => [
      request,
      { ...rule, version: installedVersion(request), ...more },
    ]),
  )
}

/**
 * The tables and dialogs of the tabs. A remote takes the host's if they are the very ones it was built with, and its
 * own otherwise; never another remote's, which may fail or be replaced.
 */
function sharedUi({ build }: Project) {
  const version = installedVersion('shared-ui')
  const own = `${version}-build.${build}`
  return { shareKey: sharedUiKey(), singleton: false, version: own, requiredVersion: `${version} || ${own}` }
}

function sharedUiKey(): string {
  return `shared-ui@${sharedUiId()}`
}
