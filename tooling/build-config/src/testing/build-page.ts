import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rspack, type Stats } from '@rspack/core'
import { assetFileName, assetRules } from '../assets'
import { ScopedStylesPlugin } from '../scoped-styles-plugin'

/**
 * Builds `index.js` and other files in a temporary folder, with a remote's settings for assets and styles.
 *
 * @returns the built files by name
 * @throws Error with the errors and warnings of the compiler
 */
export async function buildPage(files: Record<string, string>, container = 'mf-x@1'): Promise<Map<string, string>> {
  const root = await mkdtemp(join(tmpdir(), 'canje-page-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      const file = join(root, 'src', name)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    }
    await compile(root, container)
    const names = await readdir(join(root, 'dist'))
    const built = names.map(async (name) => [name, await readFile(join(root, 'dist', name), 'utf8')] as const)
    return new Map(await Promise.all(built))
  } finally {
    await rm(root, { recursive: true })
  }
}

async function compile(root: string, container: string): Promise<void> {
  const compiler = rspack({
    context: root,
    mode: 'production',
    target: ['web', 'es2022'],
    entry: './src/index.js',
    output: {
      path: join(root, 'dist'),
      publicPath: 'auto',
      cssFilename: '[name].[contenthash].css',
      assetModuleFilename: assetFileName,
    },
    optimization: { minimize: false },
    module: { rules: assetRules },
    plugins: [new ScopedStylesPlugin(container)],
  })
  const stats = await new Promise<Stats | undefined>((resolve, reject) =>
    compiler.run((error, stats) => (error ? reject(error) : resolve(stats))),
  )
  await new Promise((resolve) => compiler.close(resolve))
  if (stats?.hasErrors() || stats?.hasWarnings()) throw new Error(stats.toString('errors-warnings'))
}
