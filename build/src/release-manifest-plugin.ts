import { basename } from 'node:path'
import { type Compilation, type Compiler, rspack } from '@rspack/core'
import { buildInputs, commitOf } from './build-inputs'
import { sharedRanges, sharedVersions } from './shared-dependencies'

/** What is known of a build before it runs. */
export interface Project {
  directory: string
  name: string
  version: string
  build: string
  /** A remote's tab; the host has none. */
  tab: unknown
  /** What the tab asks the info API for when it opens. */
  prefetch: unknown
  prefetchByPost: unknown
}

/** The name of the chunk of the exposed `./Tab`. */
export const TAB_CHUNK = 'Tab'

/** Writes `release.json` beside the build: what the release store and whoever checks a release need to know. */
export class ReleaseManifestPlugin {
  constructor(private readonly project: Project) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ReleaseManifestPlugin', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'ReleaseManifestPlugin', stage }, () => {
        const { name, version, build, tab } = this.project
        const manifest = tab
          ? { name, version, build, ...this.remoteManifest(compilation) }
          : { name, version, build, provides: sharedVersions() }
        compilation.emitAsset('release.json', new rspack.sources.RawSource(JSON.stringify(manifest, null, 2)))
      })
    })
  }

  private remoteManifest(compilation: Compilation) {
    const files = Object.keys(compilation.assets)
    return {
      entry: files.find((file) => basename(file).startsWith('remoteEntry.') && file.endsWith('.js')),
      tab: this.project.tab,
      prefetch: this.project.prefetch,
      prefetchByPost: this.project.prefetchByPost,
      requires: sharedRanges(),
      preload: compilation.namedChunkGroups.get(TAB_CHUNK)?.getFiles().filter(isFetchedEarly) ?? [],
      commit: commitOf(buildInputs(this.project.directory)),
      builtAt: new Date().toISOString(),
    }
  }
}

function isFetchedEarly(file: string): boolean {
  return /\.(js|css)$/.test(file)
}
