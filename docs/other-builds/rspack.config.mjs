import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'
import { container, ReleaseManifest, shared, TabStyles } from './release.mjs'

export default {
  context: import.meta.dirname,
  mode: 'production',
  target: ['web', 'es2022'],
  entry: {},
  resolve: { extensions: ['.js', '.jsx'] },
  module: {
    rules: [
      {
        test: /\.jsx$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: { parser: { syntax: 'ecmascript', jsx: true }, transform: { react: { runtime: 'automatic' } } },
        },
      },
      { test: /\.css$/, type: 'css/auto' },
    ],
  },
  output: {
    path: `${import.meta.dirname}/dist`,
    clean: true,
    publicPath: 'auto',
    uniqueName: container,
    crossOriginLoading: 'anonymous',
  },
  plugins: [
    new ModuleFederationPlugin({
      name: container,
      library: { type: 'window', name: container },
      filename: 'remoteEntry.js',
      exposes: { './Tab': { import: './src/Tab.jsx', name: 'Tab' } },
      shared,
      shareStrategy: 'loaded-first',
      manifest: false,
      dts: false,
      experiments: { externalRuntime: true },
    }),
    new rspack.SubresourceIntegrityPlugin(),
    new TabStyles(),
    new ReleaseManifest(),
  ],
}
