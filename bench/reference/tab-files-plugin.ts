import { type Compilation, type Compiler, rspack } from '@rspack/core'
import { filesOf, integrityOf } from '../../page-chunks-plugin'

/** Hashes by file, of each tab. */
export type TabFiles = Record<string, Record<string, string>>

/**
 * Tells the page what each tab will ask for, as a release tells it in Canje: the next page of a session fetches it beside
 * the bundle.
 */
export class TabFilesPlugin {
  /** @param tabs the names of their chunks */
  constructor(private readonly tabs: string[]) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('TabFilesPlugin', (compilation) => {
      // By then the names of all files and their content are final.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'TabFilesPlugin', stage }, () => {
        const files: TabFiles = Object.fromEntries(this.tabs.map((tab) => [tab, hashesOf(compilation, tab)]))
        const element = `<script type="application/json" id="tab-files">${JSON.stringify(files)}</script>`
        compilation.updateAsset('index.html', (html) => {
          return new rspack.sources.RawSource(html.source().toString().replace('</title>', `</title>${element}`))
        })
      })
    })
  }
}

function hashesOf(compilation: Compilation, tab: string): Record<string, string> {
  return Object.fromEntries(filesOf(compilation, [tab]).map((file) => [file, integrityOf(compilation, file)]))
}
