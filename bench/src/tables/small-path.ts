import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { ROOT } from 'local-stack/src/workspace'

/** What a table of any size loads of the code that large ones need: reading a stream, turning to rows kept elsewhere. */
const PARTS = ['rows/load-rows', 'state/usePage', 'components/Progress']

/**
 * How much code these parts are, in KB after brotli. It is more than what the worker adds to a small table's path: what
 * reads and keeps small answers is counted too.
 */
export async function smallPathSize(): Promise<number> {
  const contents = PARTS.map((part) => `export * from ${JSON.stringify(join(ROOT, 'shared-ui/src', part))}`).join('\n')
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: dirname(fileURLToPath(import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    external: ['react', 'react/*', 'shared-auth', 'shared-auth/*', '../rows-worker/*', './csv'],
  })
  return brotliCompressSync(outputFiles[0]?.contents ?? '').length / 1000
}
