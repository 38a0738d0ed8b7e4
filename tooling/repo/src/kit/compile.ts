import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, programOf, runNode } from '@canje/cli/project'
import { ROOT } from '..'
import type { KitPackage } from './kit-packages'

/**
 * Compiles the sources of all packages to JavaScript and type declarations, in the folders that they have in the
 * repository.
 *
 * @param folder absolute path of an empty folder
 * @throws CommandError with the compiler's output, when types are wrong
 */
export async function compile(packages: KitPackage[], folder: string, stop: AbortSignal): Promise<void> {
  const project = join(folder, 'tsconfig.json')
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: ROOT,
    outDir: folder,
    typeRoots: [join(ROOT, 'node_modules/@types')],
    types: ['node'],
  }
  const include = [...packages.map(({ directory }) => join(directory, 'src')), join(ROOT, 'vitest.base.ts')]
  const exclude = ['*.test.ts', '*.test.tsx'].map((name) => join(ROOT, '**', name))
  await writeFile(project, JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, include, exclude }))
  const { code, output } = await runNode(programOf(ROOT, 'typescript', 'bin/tsc'), ['--project', project], {
    cwd: ROOT,
    signal: stop,
  })
  if (code !== 0) throw new CommandError(`The kit does not compile:\n${output}`)
}
