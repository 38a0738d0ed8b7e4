import { resolve } from 'node:path'
import { build } from 'esbuild'

/**
 * Loads a module and all its imports as the text of one script: `import code from './worker?bundled'`. A worker that
 * starts from text needs no separate file, which another origin could not serve and nothing could verify.
 * `docs/architecture.md` explains why esbuild bundles it instead of Rspack.
 *
 * @this {import('@rspack/core').LoaderContext}
 */
export default async function bundledText() {
  const isProduction = this.mode === 'production'
  const { outputFiles, metafile } = await build({
    absWorkingDir: this.rootContext,
    entryPoints: [this.resourcePath],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: isProduction,
    legalComments: 'none',
    write: false,
    metafile: true,
  })
  for (const input of Object.keys(metafile.inputs)) this.addDependency(resolve(this.rootContext, input))
  return outputFiles[0].text
}
