import { mkdir, mkdtemp, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Configuration, rspack } from '@rspack/core'

/** Makes a temporary folder. */
export async function newFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'canje-build-')))
}

/**
 * Writes files into a folder, and builds them into its `dist`.
 *
 * @param configure makes the configuration once the files are there
 * @returns the built files by name
 * @throws Error with the errors and warnings of the compiler
 */
export async function build(
  root: string,
  files: Record<string, string>,
  configure: () => Configuration | Promise<Configuration>,
): Promise<Map<string, string>> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const compiler = rspack(await configure())
  const stats = await promisify(compiler.run.bind(compiler))()
  await promisify(compiler.close.bind(compiler))()
  if (stats?.hasErrors() || stats?.hasWarnings()) throw new Error(stats.toString('errors-warnings'))
  const dist = join(root, 'dist')
  const names = await readdir(dist)
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(dist, name), 'utf8')] as const)),
  )
}
