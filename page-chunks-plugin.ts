import { createHash } from 'node:crypto'
import { type Compilation, type Compiler, rspack } from '@rspack/core'

/**
 * Makes pages of `index.html` that fetch files of chunks beside its own. The links carry what the bundler puts on its
 * elements: with another `crossorigin` or hash the files would come twice.
 */
export class PageChunksPlugin {
  /** @param pages the names of the chunks, by page */
  constructor(private readonly pages: Record<string, string[]>) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('PageChunksPlugin', (compilation) => {
      // By then the names of all files and their content are final.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'PageChunksPlugin', stage }, () => this.write(compilation))
    })
  }

  private write(compilation: Compilation): void {
    const html = compilation.getAsset('index.html')?.source.source().toString() ?? ''
    for (const [page, chunks] of Object.entries(this.pages)) {
      const links = filesOf(compilation, chunks)
        .filter((file) => !html.includes(`"/${file}"`))
        .map((file) => preload(file, integrityOf(compilation, file)))
      compilation.emitAsset(page, new rspack.sources.RawSource(html.replace('</title>', `</title>${links.join('')}`)))
    }
  }
}

/** @returns the scripts and styles of chunks, by their names */
export function filesOf(compilation: Compilation, chunks: string[]): string[] {
  const files = chunks.flatMap((chunk) => compilation.namedChunkGroups.get(chunk)?.getFiles() ?? [])
  return [...new Set(files)].filter((file) => /\.(js|css)$/.test(file))
}

/** @returns the file's hash, as `integrity` has it (W3C Subresource Integrity) */
export function integrityOf(compilation: Compilation, file: string): string {
  const content = compilation.getAsset(file)?.source.buffer() ?? ''
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

function preload(file: string, integrity: string): string {
  const kind = file.endsWith('.css') ? 'style' : 'script'
  return `<link rel="preload" as="${kind}" href="/${file}" crossorigin integrity="${integrity}">`
}
