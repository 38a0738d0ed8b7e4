import { join } from 'node:path'
import { assetFileName, assetRules } from '../assets'
import { ScopedStylesPlugin } from '../scoped-styles-plugin'
import { build, newFolder } from './build'

/** Builds `src/index.js` and files beside it, with a remote's settings for assets and styles. @returns as {@link build} */
export async function buildPage(files: Record<string, string>, container = 'mf-x@1'): Promise<Map<string, string>> {
  const context = await newFolder()
  const sources = Object.entries(files).map(([name, text]) => [`src/${name}`, text])
  return build(context, Object.fromEntries(sources), () => ({
    context,
    mode: 'production',
    target: ['web', 'es2022'],
    entry: './src/index.js',
    output: {
      path: join(context, 'dist'),
      publicPath: 'auto',
      cssFilename: '[name].[contenthash].css',
      assetModuleFilename: assetFileName,
    },
    optimization: { minimize: false },
    module: { rules: assetRules },
    plugins: [new ScopedStylesPlugin(container)],
  }))
}
