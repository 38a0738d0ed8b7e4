import { createHash } from 'node:crypto'
import { type Compilation, type Compiler, rspack } from '@rspack/core'

const PAGE = 'index.html'

/**
 * Has the host's page ask for the files of a chunk beside the entry that loads it, and not after it. The links carry
 * what the bundler puts on its own elements: with another `crossorigin` or hash the files would come twice.
 */
export class PagePreloadsPlugin {
  /** @param chunk the name of the chunk group */
  constructor(private readonly chunk: string) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('PagePreloadsPlugin', (compilation) => {
      // By then the names of all files and their content are final.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'PagePreloadsPlugin', stage }, () => {
        const page = compilation.getAsset(PAGE)?.source.source().toString() ?? ''
        const links = this.files(compilation).map((file) => preload(compilation, file))
        const withLinks = page.replace('</title>', `</title>${links.join('')}`)
        compilation.updateAsset(PAGE, new rspack.sources.RawSource(withLinks))
      })
    })
  }

  private files(compilation: Compilation): string[] {
    const files = compilation.namedChunkGroups.get(this.chunk)?.getFiles() ?? []
    return files.filter((file) => /\.(js|css)$/.test(file))
  }
}

function preload(compilation: Compilation, file: string): string {
  const content = compilation.getAsset(file)?.source.buffer() ?? ''
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`
  const kind = file.endsWith('.css') ? 'style' : 'script'
  return `<link rel="preload" as="${kind}" href="/${file}" crossorigin integrity="${integrity}">`
}
