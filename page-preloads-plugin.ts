import { createHash } from 'node:crypto'
import { type Compilation, type Compiler, rspack } from '@rspack/core'

const PAGE = 'index.html'

/**
 * Has pages of the host ask for the files of chunks beside the entry that loads them, and not after it. The links carry
 * what the bundler puts on its own elements: with another `crossorigin` or hash the files would come twice.
 */
export class PagePreloadsPlugin {
  /** @param pages the chunks by their names, for every page that is made of `index.html` */
  constructor(private readonly pages: Record<string, string[]>) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('PagePreloadsPlugin', (compilation) => {
      // By then the names of all files and their content are final.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'PagePreloadsPlugin', stage }, () => {
        const html = compilation.getAsset(PAGE)?.source.source().toString() ?? ''
        for (const [page, chunks] of Object.entries(this.pages)) {
          const links = [...filesOf(compilation, chunks)].map((file) => preload(compilation, file))
          const source = new rspack.sources.RawSource(html.replace('</title>', `</title>${links.join('')}`))
          if (page === PAGE) compilation.updateAsset(page, source)
          else compilation.emitAsset(page, source)
        }
      })
    })
  }
}

function filesOf(compilation: Compilation, chunks: string[]): Set<string> {
  const files = chunks.flatMap((chunk) => compilation.namedChunkGroups.get(chunk)?.getFiles() ?? [])
  return new Set(files.filter((file) => /\.(js|css)$/.test(file)))
}

function preload(compilation: Compilation, file: string): string {
  const content = compilation.getAsset(file)?.source.buffer() ?? ''
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`
  const kind = file.endsWith('.css') ? 'style' : 'script'
  return `<link rel="preload" as="${kind}" href="/${file}" crossorigin integrity="${integrity}">`
}
