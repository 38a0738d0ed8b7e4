import { fileURLToPath } from 'node:url'
import { compileOnLoad, PageChunksPlugin } from '@canje/build/rspack'
import { type Configuration, rspack } from '@rspack/core'
import { hostConfig } from '../../rspack.base'
import { bundledStates } from './bundled-states'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const { plugins: _, ...host } = hostConfig(new URL('../../shell/rspack.config.ts', import.meta.url).href)

/** The scripts that the page of a tab loads on demand; those with a number are common to several tabs. */
const FIRST_TAB = /^(tabs|mf-[a-z]+|\d+)\./

/**
 * The same sources as one bundle, split by routes and tabs, without Module Federation. Its own entry gives the shell a
 * loader of the bundle's chunks. The page of `/main` lists only the scripts of every page.
 */
const bundle: Configuration = {
  ...host,
  entry: here('index.ts'),
  output: { ...host.output, path: here('dist'), uniqueName: 'reference' },
  optimization: {
    splitChunks: {
      chunks: 'all',
      // One style sheet, as in Canje: the files of the `/main` page then fit a browser's six connections.
      cacheGroups: {
        default: { minChunks: 2, priority: -20, reuseExistingChunk: true, type: /^javascript/ },
        defaultVendors: {
          test: /[\\/]node_modules[\\/]/,
          priority: -10,
          reuseExistingChunk: true,
          type: /^javascript/,
        },
      },
    },
  },
  plugins: [
    new rspack.SubresourceIntegrityPlugin(),
    new PageChunksPlugin([]),
    compileOnLoad(FIRST_TAB),
    new rspack.DefinePlugin({
      SHELL_BUILD: '"reference"',
      SHELL_VERSION: '"0.0.0"',
      BUNDLED: JSON.stringify(await bundledStates()),
    }),
    new rspack.HtmlRspackPlugin({ template: './src/index.html' }),
  ],
}

export default bundle
