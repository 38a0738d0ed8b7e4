import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { buildId } from 'build'
import {
  containerOf,
  federationOf,
  hostChunks,
  hostConstants,
  PageChunksPlugin,
  type Project,
  ReleaseManifestPlugin,
  remoteChunks,
  runtimeAliases,
  runtimeOptimization,
  TAB_CHUNK,
} from 'build/rspack'

const ROOT = fileURLToPath(new URL('.', import.meta.url))
const isProduction = process.env.NODE_ENV === 'production'

/**
 * The Rspack configuration of the host.
 *
 * @param configUrl `import.meta.url` of the project's rspack.config.ts
 */
export function hostConfig(configUrl: string): Configuration {
  const project = readProject(configUrl)
  return {
    ...commonConfig(project),
    entry: './src/index.ts',
    optimization: { splitChunks: hostChunks },
    output: { ...outputOf(project), publicPath: '/' },
    plugins: [
      ...commonPlugins(project),
      new rspack.DefinePlugin({ SHELL_BUILD: JSON.stringify(project.build), ...hostConstants(project) }),
      new rspack.HtmlRspackPlugin({ template: './src/index.html' }),
      ...(isProduction ? [new PageChunksPlugin({ 'main.html': ['tabs'] })] : []),
    ],
  }
}

/**
 * The Rspack configuration of a remote, which exposes only `./Tab`.
 *
 * @param configUrl `import.meta.url` of the project's rspack.config.ts
 */
export function remoteConfig(configUrl: string): Configuration {
  const project = readProject(configUrl)
  return {
    ...commonConfig(project),
    entry: {},
    optimization: { splitChunks: remoteChunks },
    output: { ...outputOf(project), publicPath: 'auto' },
    plugins: [
      ...commonPlugins(project),
      new ModuleFederationPlugin({
        ...federationOf(project),
        filename: isProduction ? 'remoteEntry.[contenthash].js' : 'remoteEntry.js',
        exposes: { './Tab': { import: './src/Tab.tsx', name: TAB_CHUNK } },
        // Remotes use the host's federation runtime instead of bundling one.
        experiments: { externalRuntime: true, optimization: { ...runtimeOptimization, disableRemote: true } },
        library: { type: 'window', name: containerOf(project) },
      }),
    ],
  }
}

function readProject(configUrl: string): Project {
  const directory = fileURLToPath(new URL('.', configUrl))
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  return {
    directory,
    name: manifest.name,
    version: manifest.version,
    build: isProduction ? buildId(directory) : 'dev',
    tab: manifest.canje?.tab,
    prefetch: manifest.canje?.prefetch,
    prefetchByPost: manifest.canje?.prefetchByPost,
  }
}

function outputOf(project: Project): NonNullable<Configuration['output']> {
  return {
    path: join(project.directory, 'dist'),
    // Undoing an edit repeats an earlier development build, whose hot update cleaning would delete.
    clean: isProduction,
    // One name per build: with a common name, a new version of a remote would run the old code.
    uniqueName: containerOf(project),
    filename: isProduction ? '[name].[contenthash].js' : '[name].js',
    chunkFilename: isProduction ? '[name].[contenthash].js' : '[name].js',
    cssFilename: isProduction ? '[name].[contenthash].css' : '[name].css',
    cssChunkFilename: isProduction ? '[name].[contenthash].css' : '[name].css',
    assetModuleFilename: '[name].[contenthash][ext]',
    crossOriginLoading: 'anonymous',
    // In ms. The host abandons a tab after 15 s; a retry before that must be able to request the chunk again.
    chunkLoadTimeout: 10_000,
  }
}

function commonConfig({ directory }: Project): Configuration {
  return {
    context: directory,
    mode: isProduction ? 'production' : 'development',
    target: ['web', 'es2022'],
    devtool: isProduction ? 'hidden-source-map' : 'cheap-module-source-map',
    resolve: { extensions: ['.ts', '.tsx', '.js'], alias: runtimeAliases },
    lazyCompilation: false,
    module: {
      rules: [
        { resourceQuery: /^\?bundled$/, type: 'asset/source', use: join(ROOT, 'build/src/bundled-text-loader.mjs') },
        {
          test: /\.tsx?$/,
          resourceQuery: { not: /^\?bundled$/ },
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: !isProduction, refresh: !isProduction } },
              target: 'es2022',
            },
          },
          type: 'javascript/auto',
        },
        { test: /\.css$/, type: 'css/auto' },
        // The theme's fonts are 700 KB; Canje uses system fonts.
        { test: /\bInter[\w.-]*\.woff2$/, type: 'asset/resource', generator: { emit: false } },
      ],
    },
    performance: false,
  }
}

function commonPlugins(project: Project) {
  return isProduction
    ? [new rspack.SubresourceIntegrityPlugin(), new ReleaseManifestPlugin(project)]
    : [new ReactRefreshRspackPlugin()]
}
