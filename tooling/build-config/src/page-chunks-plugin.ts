import { createHash } from 'node:crypto'
import { type Compilation, type Compiler, rspack } from '@rspack/core'
import { partsOf } from './parts'

/**
 * Writes `main.html`, a variant of `index.html` that loads additional chunks in parallel with the page's own scripts. They
 * are script elements, not preloads, because browsers compile scripts off the main thread. The bundler's runtime finds
 * them by `src` and loads none twice. Both pages name the scripts that those chunks load on demand, for prefetching.
 */
export class PageChunksPlugin {
  /** @param chunks the names of the additional chunks */
  constructor(private readonly chunks: string[]) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('PageChunksPlugin', (compilation) => {
      // Asset names and contents are final in this stage.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'PageChunksPlugin', stage }, () => this.write(compilation))
    })
  }

  private write(compilation: Compilation): void {
    const parts = this.chunks.flatMap((chunk) => partsOf(compilation, chunk)).map((file) => `/${file}`)
    const page = compilation.getAsset('index.html')?.source.source().toString() ?? ''
    const html = page.replace('</head>', `<meta name="parts" content="${parts.join(' ')}" /></head>`)
    compilation.updateAsset('index.html', new rspack.sources.RawSource(html))
    const scripts = scriptsOf(compilation, this.chunks)
      .filter((file) => !html.includes(`"/${file}"`))
      .map((file) => script(file, integrityOf(compilation, file)))
    const variant = html.replace('</head>', `${scripts.join('')}</head>`)
    compilation.emitAsset('main.html', new rspack.sources.RawSource(variant))
  }
}

/** @returns the script files of the named chunks */
function scriptsOf(compilation: Compilation, chunks: string[]): string[] {
  const files = chunks.flatMap((chunk) => compilation.namedChunkGroups.get(chunk)?.getFiles() ?? [])
  return [...new Set(files)].filter((file) => file.endsWith('.js'))
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
