import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { ROOT } from 'repo'

/** Modules that every table loads, although only large ones need streaming and rows in a worker. */
const PARTS = [
  'large-table/src/create-row-store',
  'shared-ui/src/rows/load-rows',
  'shared-ui/src/state/usePage',
  'shared-ui/src/components/Progress',
]

/**
 * The size of these modules in KB after brotli. It is an upper bound: the code that reads and stores small responses is
 * included.
 */
export async function smallTableOverhead(): Promise<number> {
  const contents = PARTS.map((part) => `export * from ${JSON.stringify(join(ROOT, part))}`).join('\n')
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: dirname(fileURLToPath(import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    external: ['react', 'react/*', '@canje/shared-auth', '@canje/shared-auth/*', './worker/*', './csv'],
  })
  return brotliCompressSync(outputFiles[0]?.contents ?? '').length / 1000
}
