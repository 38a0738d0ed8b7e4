import { createHash } from 'node:crypto'
import { type Compilation, type Compiler, rspack } from '@rspack/core'
import { partsOf } from './parts'

/**
 * Writes variants of `index.html` that load additional chunks in parallel with the page's own scripts. They are script
 * elements, not preloads, because browsers compile scripts off the main thread. The bundler's runtime finds them by
 * `src` and loads none twice. Every page names the scripts that those chunks load on demand, for prefetching.
 */
export class PageChunksPlugin {
  /** @param pages chunk names by page, such as `main.html` */
  constructor(private readonly pages: Record<string, string[]>) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('PageChunksPlugin', (compilation) => {
      // Asset names and contents are final in this stage.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'PageChunksPlugin', stage }, () => this.write(compilation))
    })
  }

  private write(compilation: Compilation): void {
    const chunks = Object.values(this.pages).flat()
    const parts = chunks.flatMap((chunk) => partsOf(compilation, chunk)).map((file) => `/${file}`)
    const page = compilation.getAsset('index.html')?.source.source().toString() ?? ''
    const html = page.replace('</head>', `<meta name="parts" content="${parts.join(' ')}" /></head>`)
    compilation.updateAsset('index.html', new rspack.sources.RawSource(html))
    for (const [page, chunks] of Object.entries(this.pages)) {
      const scripts = filesOf(compilation, chunks)
        .filter((file) => file.endsWith('.js') && !html.includes(`"/${file}"`))
        .map((file) => script(file, integrityOf(compilation, file)))
      const source = new rspack.sources.RawSource(html.replace('</head>', `${scripts.join('')}</head>`))
      compilation.emitAsset(page, source)
    }
  }
}

/** @returns the script and style files of the named chunks */
function filesOf(compilation: Compilation, chunks: string[]): string[] {
  const files = chunks.flatMap((chunk) => compilation.namedChunkGroups.get(chunk)?.getFiles() ?? [])
  return [...new Set(files)].filter((file) => /\.(js|css)$/.test(file))
}

/** @returns the file's hash as an `integrity` value (W3C Subresource Integrity) */
function integrityOf(compilation: Compilation, file: string): string {
  const content = compilation.getAsset(file)?.source.buffer() ?? ''
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

/** `data-chunk` tells the page that it can start without this script. */
function script(file: string, integrity: string): string {
  return `<script defer data-chunk="${file}" src="/${file}" crossorigin integrity="${integrity}"></script>`
}
