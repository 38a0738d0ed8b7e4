import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

/**
 * Has the compiler write the declarations of a package's public entry, without comments.
 *
 * @param directory absolute path of a package with a tsconfig.json and `src/index.ts`
 * @param folder absolute path of an empty folder, for the declarations
 * @returns absolute path of the tsconfig.json of the declarations; their entry is `types/index.d.ts` beside it
 * @throws Error with the compiler's output
 */
export function emitDeclarations(directory: string, folder: string): string {
  const emitting = join(folder, 'tsconfig.emitting.json')
  writeJson(emitting, {
    extends: join(directory, 'tsconfig.json'),
    files: [join(directory, 'src/index.ts')],
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      removeComments: true,
      rootDir: join(directory, 'src'),
      outDir: join(folder, 'types'),
      types: [],
    },
  })
  const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', emitting], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${directory} does not compile:\n${stdout}`)
  const emitted = join(folder, 'tsconfig.json')
  writeJson(emitted, {
    files: ['types/index.d.ts'],
    compilerOptions: { module: 'esnext', moduleResolution: 'bundler', types: [] },
  })
  return emitted
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, JSON.stringify(value))
}
