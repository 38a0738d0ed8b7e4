import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { asCommandError, CommandError } from '@canje/cli/project'
import { createRslib, type RslibConfig } from '@rslib/core'
import { ROOT } from '../workspace'
import { type KitPackage, sourceFiles } from './kit-packages'

/** Loads the modules that are imported as the text of one script: `?bundled`. */
const BUNDLED_TEXT_LOADER = join(ROOT, 'tooling/build-config/src/bundled-text-loader.js')
const SCRIPT = /\.(tsx?|m?js)$/

/**
 * Compiles the sources of all packages, module by module, to JavaScript, type declarations and the maps of both, in the
 * folders that they have in the repository.
 *
 * @param folder absolute path of an empty folder
 * @throws CommandError when types are wrong; the compiler prints the reasons
 */
export async function compile(packages: KitPackage[], folder: string): Promise<void> {
  const files = packages.flatMap(sourceFiles).filter((file) => SCRIPT.test(file))
  const tsconfigPath = join(folder, 'tsconfig.json')
  await writeFile(tsconfigPath, JSON.stringify(tsconfigOf(files)))
  const rslib = await createRslib({ cwd: ROOT, config: rslibConfig(files, folder, tsconfigPath) })
  await rslib.build().catch((error: unknown) => {
    throw new CommandError(`The kit does not compile. ${asCommandError(error).message}`)
  })
}

/** For the declarations. */
function tsconfigOf(files: string[]) {
  return {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      declarationMap: true,
      rootDir: ROOT,
      typeRoots: [join(ROOT, 'node_modules/@types')],
      types: ['node'],
    },
    files: files.filter((file) => /\.tsx?$/.test(file)),
  }
}

function rslibConfig(files: string[], folder: string, tsconfigPath: string): RslibConfig {
  return {
    lib: [
      {
        bundle: false,
        outBase: resolve(ROOT),
        dts: true,
        syntax: 'es2022',
        // Packages of the repository stay imports by name.
        redirect: { js: { path: false }, dts: { path: false } },
      },
    ],
    source: { entry: { index: files.filter((file) => !file.endsWith('.d.ts')) }, tsconfigPath },
    output: {
      target: 'web',
      distPath: { root: folder },
      cleanDistPath: false,
      // Bundled into the module that imports it; other modules stay files.
      externals: [({ request }, callback) => callback(undefined, request?.endsWith('?bundled') ? false : undefined)],
      sourceMap: true,
      // Minifying would remove the names of chunks, which are comments.
      minify: false,
    },
    // The cache is blind to changes of this file.
    performance: { buildCache: false },
    tools: {
      swc: { jsc: { transform: { react: { runtime: 'automatic' } } } },
      // URLs of files beside a module stay as they are, also those of workers.
      rspack: {
        module: {
          parser: { javascript: { worker: false } },
          rules: [
            { test: /./, parser: { url: false } },
            { resourceQuery: /^\?bundled$/, enforce: 'post', type: 'asset/source', use: BUNDLED_TEXT_LOADER },
          ],
        },
      },
    },
  }
}
