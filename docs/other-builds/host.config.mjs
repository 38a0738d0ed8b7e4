import { createRequire } from 'node:module'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'

const require = createRequire(import.meta.url)
const versionOf = (name) => require(`${name}/package.json`).version
const singleton = (version, others) => ({ singleton: true, version, requiredVersion: version, ...others })
const primereact = singleton(versionOf('primereact'))

export default {
  context: import.meta.dirname,
  mode: 'production',
  target: ['web', 'es2022'],
  entry: './host/index.js',
  resolve: { extensions: ['.ts', '.tsx', '.js', '.jsx'] },
  module: {
    rules: [
      {
        test: /\.(tsx?|jsx)$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
        },
      },
      { test: /\.css$/, type: 'css/auto' },
    ],
  },
  output: { path: `${import.meta.dirname}/host/dist`, clean: true, publicPath: '/' },
  plugins: [
    new ModuleFederationPlugin({
      name: 'host',
      shareStrategy: 'loaded-first',
      shared: {
        react: singleton(versionOf('react')),
        'react/': singleton(versionOf('react')),
        'react-dom': singleton(versionOf('react-dom')),
        'react-dom/': singleton(versionOf('react-dom')),
        '@canje/shared-auth': singleton(versionOf('@canje/shared-auth'), { shareKey: 'shared-auth' }),
        'primereact/api': primereact,
        'primereact/componentbase': primereact,
        'primereact/hooks': primereact,
        'primereact/overlayservice': primereact,
        'primereact/utils': primereact,
      },
      manifest: false,
      dts: false,
      experiments: { provideExternalRuntime: true },
    }),
    new rspack.HtmlRspackPlugin({ templateContent: '<!doctype html><meta charset="utf-8" /><div id="root"></div>' }),
  ],
}
