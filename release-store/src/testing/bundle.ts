import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const BANNER = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

/**
 * Bundles a program for the child processes of a test: a tenth of the start-up time that a loader for TypeScript needs.
 *
 * @param program file name in this folder, such as `store-process.ts`
 * @param folder receives the bundle
 * @returns absolute path of the bundle
 */
export async function bundle(program: string, folder: string): Promise<string> {
  const outfile = join(folder, program.replace(/ts$/, 'mjs'))
  const source = fileURLToPath(new URL(program, import.meta.url))
  const banner = { js: BANNER }
  await build({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'esm', banner })
  return outfile
}
