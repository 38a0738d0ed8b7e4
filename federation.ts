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

/** What host and remotes say alike to Module Federation. */
export function federationOf(project: Project) {
  return {
    // Two builds of one remote in a page are two remotes for the runtime.
    name: project.tab ? containerOf(project) : project.name,
    shareStrategy: 'loaded-first' as const,
    manifest: false,
    dts: false,
    dev: false,
    shared: { ...singletons(project), ...(project.build !== 'dev' && { 'shared-ui': sharedUi(project) }) },
  }
}

/** The window property that holds a remote's container: one per build, as old and new may be in one page. */
export function containerOf({ name, build }: Project): string {
  return `${name}@${build}`
}

/** A remote brings none of its own: with a second instance of any, it could not work. */
function singletons({ tab }: Project) {
  return Object.fromEntries(
    Object.entries(sharedDependencies).map(([request, rule]) => [
      request,
      { ...rule, version: installedVersion(request), ...(tab ? { import: false as const } : {}) },
    ]),
  )
}

/**
 * The tables and dialogs of the tabs. A remote takes the host's if they are the very ones it was built with, and its
 * own otherwise; never another remote's, which may fail or be replaced.
 */
function sharedUi({ tab, build }: Project) {
  const version = installedVersion('shared-ui')
  const own = `${version}-build.${build}`
  return {
    shareKey: `shared-ui@${sharedUiId()}`,
    singleton: false,
    version: tab ? own : version,
    requiredVersion: tab ? `${version} || ${own}` : version,
  }
}
