import { type Compilation, type Compiler, rspack } from '@rspack/core'

/** Written by the plugin of Module Federation, for the tools of its ecosystem. The shell does not load it. */
const MANIFEST = 'mf-manifest.json'
/** Written beside it, with an order that differs per build. */
const STATS = 'mf-stats.json'

interface Named {
  name: string
}

/** Makes `mf-manifest.json` equal for equal builds, and removes `mf-stats.json`. */
export class MfManifestPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('MfManifestPlugin', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'MfManifestPlugin', stage }, () => this.normalize(compilation))
    })
  }

  private normalize(compilation: Compilation): void {
    const asset = compilation.getAsset(MANIFEST)
    if (!asset) return
    const manifest: { shared: Named[] } = JSON.parse(asset.source.source().toString())
    manifest.shared.sort((a, b) => (a.name < b.name ? -1 : 1))
    compilation.updateAsset(MANIFEST, new rspack.sources.RawSource(JSON.stringify(manifest, null, 2)))
    compilation.deleteAsset(STATS)
  }
}
