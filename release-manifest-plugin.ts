import { basename } from 'node:path'
import { type Compiler, rspack } from '@rspack/core'

/** What `release.json` says of a build, apart from its entry. */
interface Release {
  name: string
  version: string
  build: string
  /** A remote's tab; the host has none. */
  tab: unknown
}

/** Writes `release.json` beside the build: what the release store and the registry need to know of it. */
export class ReleaseManifestPlugin {
  constructor(private readonly release: Release) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ReleaseManifestPlugin', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'ReleaseManifestPlugin', stage }, (assets) => {
        const { name, version, build, tab } = this.release
        const entry = Object.keys(assets).find(
          (file) => basename(file).startsWith('remoteEntry.') && file.endsWith('.js'),
        )
        const manifest = JSON.stringify({ name, version, build, entry, tab }, null, 2)
        compilation.emitAsset('release.json', new rspack.sources.RawSource(manifest))
      })
    })
  }
}
