import { slotModule } from '@canje/registry'
import { type Compiler, rspack } from '@rspack/core'
import type { Project } from './project'

/** Serves a `release.json` for previews of a remote that is developed: without files to load first, which change with every edit. */
export class DevManifestPlugin {
  constructor(private readonly project: Project) {}

  apply({ hooks }: Compiler): void {
    const { name, version, build, tab, connect, extensions } = this.project
    const built = { preload: [], requires: {}, commit: null, builtAt: new Date().toISOString() }
    const modules = extensions.map(({ slot }) => ({ slot, module: slotModule(slot), preload: [] }))
    const described = { name, version, build, proposedTab: tab, connect }
    const manifest = { ...described, ...built, entry: 'remoteEntry.js', extensions: modules }
    hooks.thisCompilation.tap('DevManifestPlugin', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tap({ name: 'DevManifestPlugin', stage }, () =>
        compilation.emitAsset('release.json', new rspack.sources.RawSource(JSON.stringify(manifest))),
      )
    })
  }
}
