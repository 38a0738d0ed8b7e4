import { createHash } from 'node:crypto'
import webpack from 'webpack'
import { container, ReleaseManifest, shared, TabStyles } from './release.mjs'

/** Loads every chunk with its hash, as an `integrity` value (W3C Subresource Integrity). */
class ChunkHashes {
  apply(compiler) {
    const { Compilation, runtime, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap('ChunkHashes', (compilation) => {
      const { createScript } = runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation)
      createScript.tap('ChunkHashes', (code) => `${code}\nscript.integrity = CHUNK_HASHES[url.split('/').pop()]`)
      // After the minimizers, and after file names have their hashes.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1
      compilation.hooks.processAssets.tap({ name: 'ChunkHashes', stage }, (assets) => {
        const chunks = Object.keys(assets).filter((file) => file.endsWith('.js') && file !== 'remoteEntry.js')
        const hashes = chunks.map((file) => [file, `sha384-${hashOf(assets[file].buffer())}`])
        const entry = assets['remoteEntry.js'].source()
        const code = entry.replace('CHUNK_HASHES', `(${JSON.stringify(Object.fromEntries(hashes))})`)
        compilation.updateAsset('remoteEntry.js', new sources.RawSource(code))
      })
    })
  }
}

const hashOf = (content) => createHash('sha384').update(content).digest('base64')

export default {
  context: import.meta.dirname,
  mode: 'production',
  target: ['web', 'es2022'],
  entry: {},
  resolve: { extensions: ['.js', '.jsx'] },
  module: { rules: [{ test: /\.jsx$/, loader: 'esbuild-loader', options: { target: 'es2022', jsx: 'automatic' } }] },
  experiments: { css: true },
  output: {
    path: `${import.meta.dirname}/dist`,
    clean: true,
    publicPath: 'auto',
    uniqueName: container,
    crossOriginLoading: 'anonymous',
  },
  plugins: [
    new webpack.container.ModuleFederationPlugin({
      name: container,
      library: { type: 'window', name: container },
      filename: 'remoteEntry.js',
      exposes: { './Tab': { import: './src/Tab.jsx', name: 'Tab' } },
      shared,
    }),
    new ChunkHashes(),
    new TabStyles(),
    new ReleaseManifest(),
  ],
}
