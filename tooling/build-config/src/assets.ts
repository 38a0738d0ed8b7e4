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
  { test: /\.(svg|png|jpe?g|gif|webp|avif|ico)$/i, type: 'asset' },
  { test: /\.(woff2?|ttf|otf|eot)$/i, type: 'asset/resource' },
]

/** The name of an asset in a build: a release has no spaces, no letters beyond ASCII, and no long names. */
export function assetFileName({ filename = '' }: PathData): string {
  const { name } = parse(filename.replace(/[?#].*$/, ''))
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.@+-]+/g, '-')
    .replace(/^\./, 'x.')
    .slice(0, 100)
  return `${plain}.[contenthash][ext]`
}
