import { parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PathData, RuleSetRule } from '@rspack/core'

/**
 * What a module may import besides code and JSON; `assets.d.ts` has the types. A small image becomes a `data:` URL, which the
 * policy of the page allows for images only.
 */
export const assetRules: RuleSetRule[] = [
  {
    test: /\.css$/,
    type: 'css/auto',
    // A default import, a namespace and named imports work, and `myCard` for `.my-card`.
    parser: { namedExports: false },
    generator: { exportsConvention: 'camel-case' },
  },
  { test: /[\\/]primereact[\\/].*theme\.css$/, use: fileURLToPath(new URL('./theme-loader.js', import.meta.url)) },
  { test: /\.(svg|png|jpe?g|gif|webp)$/i, type: 'asset' },
  { test: /\.woff2$/i, type: 'asset/resource' },
]

/** The name of an asset in a build: its own if a release can have it, without spaces and letters beyond ASCII. */
export function assetFileName({ filename = '' }: PathData): string {
  const isPlain = /^[\w@+-][\w.@+-]{0,99}$/.test(parse(filename).name)
  return `${isPlain ? '[name].' : ''}[contenthash][ext]`
}
