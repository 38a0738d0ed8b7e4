import { createHash } from 'node:crypto'
import { type Compilation, type Compiler, rspack } from '@rspack/core'

/**
 * Makes pages of `index.html` that load the scripts of chunks beside their own, and not after them: behind what every page
 * runs first, and as elements, not preloads, as the browser compiles those beside the main thread. The bundler finds them
 * there by their `src`, and loads none twice.
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
      const scripts = filesOf(compilation, chunks)
        .filter((file) => file.endsWith('.js') && !html.includes(`"/${file}"`))
        .map((file) => script(file, integrityOf(compilation, file)))
      const source = new rspack.sources.RawSource(html.replace('</head>', `${scripts.join('')}</head>`))
      compilation.emitAsset(page, source)
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

/** The page knows by its mark that it can do without it at first. */
function script(file: string, integrity: string): string {
  return `<script defer data-chunk="${file}" src="/${file}" crossorigin integrity="${integrity}"></script>`
}
