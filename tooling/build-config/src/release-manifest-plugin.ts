import { rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Compilation, type Compiler, rspack } from '@rspack/core'
import { buildInputs } from './build-inputs'
import { SHARED_UI_CHUNK } from './chunks'
import { chunkOf } from './extensions'
import { partsOf } from './parts'
import type { Project } from './project'
import { revisionOf } from './revision'
import { sharedRanges, sharedVersions, shareKeyOf } from './shared-dependencies'
import { SHARED_UI, sharedUiOf } from './shared-ui'
import { usedExports } from './used-exports'

/** The chunk name of the exposed `./Tab`. */
export const TAB_CHUNK = 'Tab'

/** The chunk name of the module that validates settings. */
export const SETTINGS_CHUNK = 'settings'

const NAME = 'ReleaseManifestPlugin'

/**
 * Writes the release manifest `release.json` beside the files of a build, for the release store and the release checks.
 * It is removed before a build and written after everything else, so that an incomplete build cannot pass for a complete one.
 */
export class ReleaseManifestPlugin {
  private manifest: object = {}

  constructor(private readonly project: Project) {}

  apply(compiler: Compiler): void {
    const { hooks } = compiler
    const file = () => join(compiler.outputPath, 'release.json')
    hooks.beforeRun.tapPromise(NAME, () => rm(file(), { force: true }))
    hooks.compilation.tap(NAME, (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const { name, version, build, directory, canje } = this.project
        this.manifest = canje.tab
          ? { name, version, build, ...this.remoteManifest(compilation) }
          : { name, version, build, provides: sharedVersions(directory), sharedUi: sharedUiOf(directory) }
      })
    })
    hooks.done.tapPromise(NAME, async (stats) => {
      if (!stats.hasErrors()) await writeFile(file(), JSON.stringify(this.manifest, null, 2))
    })
  }

  private remoteManifest(compilation: Compilation) {
    const { settings, canje } = this.project
    const { tab: proposedTab, prefetch, prefetchByPost, connect } = canje
    const files = Object.keys(compilation.assets)
    const uiKey = sharedUiOf(this.project.directory)
    return {
      entry: files.find((file) => basename(file).startsWith('remoteEntry.') && file.endsWith('.js')),
      proposedTab,
      prefetch,
      prefetchByPost,
      connect,
      requires: sharedRanges(this.project.directory),
      sharedUi: { key: uiKey, files: files.filter(isOwnSharedUi) },
      uses: usedExports(compilation, (request) => (request === SHARED_UI ? uiKey : shareKeyOf(request))),
      ...filesOf(compilation, TAB_CHUNK),
      ...this.extensions(compilation),
      settings: settings && basename(settings),
      builtAt: new Date().toISOString(),
      ...revisionOf(this.project.directory, buildInputs(this.project.directory)),
    }
  }

  private extensions(compilation: Compilation) {
    const extensions = this.project.extensions.map(({ slot }) => ({
      slot,
      ...filesOf(compilation, chunkOf(slot)),
    }))
    return extensions.length > 0 && { extensions }
  }
}

/** The files that an exposed module loads first, with those of {@link SETTINGS_CHUNK}, and the scripts that it loads on demand. */
function filesOf(compilation: Compilation, chunk: string): { preload: string[]; parts: string[] } {
  const groups = [SETTINGS_CHUNK, chunk].flatMap((name) => compilation.namedChunkGroups.get(name) ?? [])
  const preload = [...new Set(groups.flatMap((group) => group.getFiles()))].filter((file) => /\.(js|css)$/.test(file))
  return { preload, parts: partsOf(compilation, chunk) }
}

/** The chunk of {@link remoteChunks}, which loads only if the host's copy differs. */
function isOwnSharedUi(file: string): boolean {
  return basename(file).startsWith(`${SHARED_UI_CHUNK}.`) && file.endsWith('.js')
}
