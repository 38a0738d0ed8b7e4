import { createHash } from 'node:crypto'
import { type Compilation, type Compiler, rspack } from '@rspack/core'

/**
 * Makes pages of `index.html` that load the files of chunks beside its own, and not after them. They come behind what every
 * page runs first, and carry what the bundler puts on its elements: with another `crossorigin` or hash they would come twice.
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
      const elements = filesOf(compilation, chunks)
        .filter((file) => !html.includes(`"/${file}"`))
        .map((file) => element(file, integrityOf(compilation, file)))
      const source = new rspack.sources.RawSource(html.replace('</head>', `${elements.join('')}</head>`))
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

/** A script of its own, not a preload: the browser compiles that beside the main thread, and a chunk only adds its modules. */
function element(file: string, integrity: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" href="/${file}" crossorigin integrity="${integrity}">`
    : `<script defer src="/${file}" crossorigin integrity="${integrity}"></script>`
}
