import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slotModule } from '@canje/registry'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, type Externals, type RspackPluginInstance, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { TsCheckerRspackPlugin } from 'ts-checker-rspack-plugin'
import { assetFileName, assetRules } from './assets'
import { hostChunks, remoteChunks } from './chunks'
import { compileOnLoad } from './compile-hints'
import { devManifest } from './dev-manifest'
import { remoteDevServer } from './dev-server'
import { chunkOf } from './extensions'
import {
  containerOf,
  federationOf,
  hostConstants,
  runtimeAliases,
  runtimeOptimization,
  unusedRuntimeFiles,
} from './federation'
import { findPackage } from './installed-packages'
import { minimizers } from './minimizers'
import { PageChunksPlugin } from './page-chunks-plugin'
import { IS_PRODUCTION, type Project, readProject } from './project'
import { ReleaseManifestPlugin, SETTINGS_CHUNK, TAB_CHUNK } from './release-manifest-plugin'
import { ScopedStylesPlugin } from './scoped-styles-plugin'
import { schemaRule } from './settings/load-schema'

const BUNDLED_TEXT_LOADER = fileURLToPath(new URL('./bundled-text-loader.js', import.meta.url))
/** Ids by the order of imports. The default are hashes of paths, some of which are absolute. */
const ids = { moduleIds: 'natural', chunkIds: 'natural' } as const
const optimization = IS_PRODUCTION ? { ...ids, minimizer: minimizers } : {}
const REACT_REFRESH_BRIDGE = fileURLToPath(new URL('./react-refresh-bridge', import.meta.url))

/**
 * The Rspack configuration of the host.
 *
 * @param configUrl `import.meta.url` of the project's rspack.config.ts
 * @param finish adds files to a production build, such as compressed copies, in the folder that it gets
 */
export function hostConfig(configUrl: string, finish = async (_folder: string) => {}): Configuration {
  const project = readProject(configUrl)
  const common = commonConfig(project)
  return {
    ...common,
    resolve: { ...common.resolve, alias: { ...runtimeAliases, ...routerAliases(project), ...UNUSED } },
    entry: './src/index.ts',
    optimization: { ...optimization, splitChunks: hostChunks },
    output: { ...outputOf(project), publicPath: '/' },
    plugins: [
      ...commonPlugins(project),
      new rspack.DefinePlugin(hostConstants(project)),
      new rspack.HtmlRspackPlugin({ template: './src/index.html' }),
      new PageChunksPlugin(IS_PRODUCTION ? ['tabs'] : []),
      ...(IS_PRODUCTION
        ? [compileOnLoad(/^tabs\./), afterEmit(finish)]
        : [new rspack.EntryPlugin(project.directory, REACT_REFRESH_BRIDGE, {})]),
    ],
  }
}

/**
 * The Rspack configuration of a remote, which exposes `./Tab` and the modules of its slots.
 *
 * @param configUrl `import.meta.url` of the project's rspack.config.ts
 */
export function remoteConfig(configUrl: string): Configuration {
  const project = readProject(configUrl)
  return {
    ...commonConfig(project),
    ...(!IS_PRODUCTION && { devServer: remoteDevServer(project) }),
    entry: {},
    externals: refuseHostImport,
    optimization: { ...optimization, splitChunks: remoteChunks },
    output: { ...outputOf(project), publicPath: 'auto' },
    plugins: [
      ...commonPlugins(project),
      new ScopedStylesPlugin(containerOf(project)),
      new ModuleFederationPlugin({
        ...federationOf(project),
        filename: IS_PRODUCTION ? 'remoteEntry.[contenthash].js' : 'remoteEntry.js',
        exposes: exposesOf(project),
        // Remotes use the host's federation runtime instead of bundling one.
        experiments: { externalRuntime: true, optimization: { ...runtimeOptimization, disableRemote: true } },
        library: { type: 'window', name: containerOf(project) },
      }),
      IS_PRODUCTION ? compileOnLoad(new RegExp(`^${TAB_CHUNK}\\.`)) : devManifest(project),
    ],
  }
}

/** Only the shell configures services, and starts and ends sessions: a tab must not do it by mistake (D41, trust). */
const refuseHostImport: Externals = ({ request, contextInfo }, callback) => {
  if (!/shared-auth\/(src\/)?host$/.test(request ?? '')) return callback()
  callback(
    new Error(
      `${contextInfo?.issuer} cannot import ${request}: only the shell starts and ends sessions. Use useSession.`,
    ),
  )
}

function afterEmit(finish: (folder: string) => Promise<void>): RspackPluginInstance {
  return { apply: ({ hooks }) => hooks.afterEmit.tapPromise('finish', ({ compiler }) => finish(compiler.outputPath)) }
}

function exposesOf({ extensions, settings }: Project) {
  const slots = extensions.map(({ slot, file }) => [slotModule(slot), { import: file, name: chunkOf(slot) }])
  const check = settings ? [['./settings', { import: `${settings}?settings`, name: SETTINGS_CHUNK }]] : []
  return Object.fromEntries([['./Tab', { import: './src/Tab.tsx', name: TAB_CHUNK }], ...slots, ...check])
}

/** What axios imports and the shell never reaches: the adapter that `fetch` replaces. */
const UNUSED = { './xhr.js$': false, ...unusedRuntimeFiles } as const

/** React Router always exports its development build; the one for production has no warnings. */
function routerAliases({ directory }: Project): Record<string, string> {
  const router = findPackage('react-router', directory)
  if (!router || !IS_PRODUCTION) return {}
  return { 'react-router$': join(router.directory, 'dist/production/index.mjs') }
}

function outputOf(project: Project): NonNullable<Configuration['output']> {
  return {
    path: join(project.directory, 'dist'),
    // Undoing an edit repeats an earlier development build, whose hot update cleaning would delete.
    clean: IS_PRODUCTION,
    // One name per build: with a common name, a new version of a remote would run the old code.
    uniqueName: containerOf(project),
    filename: IS_PRODUCTION ? '[name].[contenthash].js' : '[name].js',
    chunkFilename: IS_PRODUCTION ? '[name].[contenthash].js' : '[name].js',
    cssFilename: IS_PRODUCTION ? '[name].[contenthash].css' : '[name].css',
    cssChunkFilename: IS_PRODUCTION ? '[name].[contenthash].css' : '[name].css',
    assetModuleFilename: assetFileName,
    crossOriginLoading: 'anonymous',
    // In ms: the limit of the host for a tab.
    chunkLoadTimeout: 15_000,
  }
}

function commonConfig({ directory }: Project): Configuration {
  return {
    context: directory,
    mode: IS_PRODUCTION ? 'production' : 'development',
    target: ['web', 'es2022'],
    devtool: IS_PRODUCTION ? 'hidden-source-map' : 'cheap-module-source-map',
    resolve: { extensions: ['.ts', '.tsx', '.js'], alias: runtimeAliases },
    lazyCompilation: false,
    module: {
      rules: [
        { resourceQuery: /^\?bundled$/, type: 'asset/source', use: BUNDLED_TEXT_LOADER },
        {
          test: /\.tsx?$/,
          resourceQuery: { not: /^\?bundled$/ },
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              // A remote that is developed may be previewed in a host whose React has no runtime for development.
              transform: { react: { runtime: 'automatic', development: false, refresh: !IS_PRODUCTION } },
              target: 'es2022',
            },
          },
          type: 'javascript/auto',
        },
        ...assetRules,
        schemaRule,
      ],
    },
    performance: false,
    ...(!IS_PRODUCTION && { stats: 'errors-warnings' }),
    // Without the dev server's own addresses.
    infrastructureLogging: { level: 'warn' },
  }
}

/** Shows wrong types, which the build only strips, as warnings in the terminal and the browser: hot reload goes on. */
function typeCheck({ directory }: Project): RspackPluginInstance {
  return new TsCheckerRspackPlugin({
    issue: { defaultSeverity: 'warning' },
    typescript: { context: directory, resolveRoot: directory },
  })
}

function commonPlugins(project: Project) {
  return [
    ...(IS_PRODUCTION
      ? [new rspack.SubresourceIntegrityPlugin(), new ReleaseManifestPlugin(project)]
      : // Not in the kit's build of the shell, which nobody edits.
        [new ReactRefreshRspackPlugin(), !process.env.CANJE_DEVELOPMENT && typeCheck(project)]),
  ]
}
