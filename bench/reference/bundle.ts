import { fileURLToPath } from 'node:url'
import { type Configuration, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { InlineScriptPlugin } from '../../inline-script-plugin'
import { hostConfig } from '../../rspack.base'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const page = here('../../shell/src/early-start/page.ts')

const { plugins: _, ...host } = hostConfig(new URL('../../shell/rspack.config.ts', import.meta.url).href)

/**
 * The same sources as one bundle, split by routes and tabs, without federation: a page of its own gives the shell a loader
 * of the bundle's tabs.
 *
 * @param folder where it is written to, beside this file
 * @param pagePlugins what makes the pages of `/login` and `/main`, in production
 */
export function bundle(folder: string, pagePlugins: NonNullable<Configuration['plugins']>): Configuration {
  return {
    ...host,
    entry: here('index.ts'),
    output: { ...host.output, path: here(folder), uniqueName: 'reference' },
    optimization: {
      splitChunks: {
        chunks: 'all',
        // One style sheet, as in Canje: all that the page of `/main` names fits into a browser's six connections then.
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
      ...(host.mode === 'production'
        ? [new rspack.SubresourceIntegrityPlugin(), ...pagePlugins, new InlineScriptPlugin('main.html', page)]
        : [new ReactRefreshRspackPlugin()]),
      new rspack.DefinePlugin({ SHELL_BUILD: '"reference"' }),
      new rspack.HtmlRspackPlugin({ template: './src/index.html' }),
    ],
  }
}
