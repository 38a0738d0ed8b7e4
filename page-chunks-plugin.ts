import { createHash } from 'node:crypto'
import { type Compilation, type Compiler, rspack } from '@rspack/core'

const PAGE = 'index.html'

/** Chunks by their names. */
interface PageChunks {
  /** What every page needs, loaded before the entry that would ask for it: the browser compiles it beside the main thread. */
  loaded: string[]
  /** What single pages need later, fetched beside the rest. Each page is made of `index.html`. */
  preloaded: Record<string, string[]>
}

/**
 * Has pages of the host ask for the files of chunks beside the entry, and not after it. The elements carry what the
 * bundler puts on its own: with another `crossorigin` or hash the files would come twice.
 */
export class PageChunksPlugin {
  constructor(private readonly chunks: PageChunks) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('PageChunksPlugin', (compilation) => {
      // By then the names of all files and their content are final.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'PageChunksPlugin', stage }, () => this.write(compilation))
    })
  }

  private write(compilation: Compilation): void {
    const loaded = filesOf(compilation, this.chunks.loaded)
    const elements = loaded.map((file) => element(file, attributesOf(compilation, file)))
    const html = compilation.getAsset(PAGE)?.source.source().toString() ?? ''
    const page = html.replace(/<script [^>]*defer/, (entry) => `${elements.join('')}${entry}`)
    compilation.updateAsset(PAGE, new rspack.sources.RawSource(page))
    for (const [name, chunks] of Object.entries(this.chunks.preloaded)) {
      const files = filesOf(compilation, chunks).filter((file) => !loaded.includes(file))
      const links = files.map((file) => preload(file, attributesOf(compilation, file)))
      const source = new rspack.sources.RawSource(page.replace('</title>', `</title>${links.join('')}`))
      compilation.emitAsset(name, source)
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

function attributesOf(compilation: Compilation, file: string): string {
  return `crossorigin integrity="${integrityOf(compilation, file)}"`
}

function element(file: string, attributes: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" href="/${file}" ${attributes}>`
    : `<script defer src="/${file}" ${attributes}></script>`
}

function preload(file: string, attributes: string): string {
  return `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="/${file}" ${attributes}>`
}
