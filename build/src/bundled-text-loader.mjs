import { build } from 'esbuild'

/**
 * Gives a module and all it imports as the text of one script: `import code from './worker?bundled'`. A worker that is
 * started from a text needs no file of its own, which another origin could not serve and nothing could verify.
 * `docs/architecture.md` says why esbuild makes it and not Rspack.
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
  for (const input of Object.keys(metafile.inputs))
    this.addDependency(new URL(input, `file://${this.rootContext}/`).pathname)
  return outputFiles[0].text
}
