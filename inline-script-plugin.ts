import { type Compiler, rspack } from '@rspack/core'
import { build } from 'esbuild'

/**
 * Puts a module and all it imports into a page of the host, before anything that the page loads. It runs at once; with
 * the nonce that the server gives the page.
 */
export class InlineScriptPlugin {
  /**
   * @param page the file, such as `main.html`
   * @param entry absolute path of the module
   */
  constructor(
    private readonly page: string,
    private readonly entry: string,
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('InlineScriptPlugin', (compilation) => {
      // By then the page is made.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tapPromise({ name: 'InlineScriptPlugin', stage }, async () => {
        const script = `<script nonce="__CSP_NONCE__">${await bundled(this.entry)}</script>`
        compilation.updateAsset(this.page, (html) => {
          const text = html.source().toString()
          return new rspack.sources.RawSource(text.replace('</title>', (title) => title + script))
        })
      })
    })
  }
}

async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    write: false,
  })
  return outputFiles.map(({ text }) => text.trim()).join('')
}
