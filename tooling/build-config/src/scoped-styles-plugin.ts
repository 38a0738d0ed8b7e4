import { type Compilation, type Compiler, rspack } from '@rspack/core'
import { styleMinimizer } from './minimizers'
import { scopeStyles } from './scope-styles'
import { styleScopeOf } from './style-scope'

/** Limits all style sheets of a remote to its tab, whichever loader made them. What cannot be limited fails the build. */
export class ScopedStylesPlugin {
  /** @param container the window property of the build, which differs per build */
  constructor(private readonly container: string) {}

  apply(compiler: Compiler): void {
    // It reads strings, URLs, blocks and escapes as browsers do. What it writes, postcss reads alike.
    styleMinimizer.apply(compiler)
    compiler.hooks.compilation.tap('ScopedStylesPlugin', (compilation) => {
      // After minification, before the hashes of file names and of the integrity.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1
      compilation.hooks.processAssets.tap({ name: 'ScopedStylesPlugin', stage }, () => this.limit(compilation))
    })
  }

  private limit(compilation: Compilation): void {
    const files = Object.keys(compilation.assets).filter((file) => file.endsWith('.css'))
    const sheets = files.map((file) => compilation.getAsset(file)?.source.source().toString() ?? '')
    try {
      const scoped = scopeStyles(sheets, styleScopeOf(this.container))
      for (const [index, file] of files.entries()) {
        compilation.updateAsset(file, new rspack.sources.RawSource(scoped[index] ?? ''))
      }
    } catch (error) {
      compilation.errors.push(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
