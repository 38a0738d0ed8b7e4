import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { ROOT } from 'workspace'

/** What a table of any size loads of the code that large ones need: reading a stream, turning to rows kept elsewhere. */
const PARTS = [
  'large-table/src/create-row-store',
  'shared-ui/src/rows/load-rows',
  'shared-ui/src/state/usePage',
  'shared-ui/src/components/Progress',
]

/**
 * How much code these parts are, in KB after brotli. It is more than what the worker adds to a small table's path: what
 * reads and keeps small answers is counted too.
 */
export async function smallPathSize(): Promise<number> {
  const contents = PARTS.map((part) => `export * from ${JSON.stringify(join(ROOT, part))}`).join('\n')
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: dirname(fileURLToPath(import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    external: ['react', 'react/*', 'shared-auth', 'shared-auth/*', './worker/*', './csv'],
  })
  return brotliCompressSync(outputFiles[0]?.contents ?? '').length / 1000
}
