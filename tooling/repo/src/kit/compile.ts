import { writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { asCommandError, CommandError } from '@canje/cli/project'
import { createRslib, type RslibConfig, type Rspack } from '@rslib/core'
import { build } from 'esbuild'
import { ROOT } from '..'
import { type KitPackage, sourceFiles } from './kit-packages'

/** Marks an import of a module as the text of one script (`tooling/build-config/src/bundled-text-loader.js`). */
const BUNDLED = '?bundled'
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
  const texts = new Set<string>()
  try {
    const rslib = await createRslib({ cwd: ROOT, config: rslibConfig(files, folder, tsconfigPath, texts) })
    await rslib.build()
  } catch (error) {
    throw new CommandError(`The kit does not compile. ${asCommandError(error).message}`)
  }
  for (const module of texts)
    await writeFile(join(folder, `${relative(ROOT, module)}.bundled.js`), await textOf(module))
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

/** @param texts collects the modules that are imported as the text of one script: absolute paths without extension */
function rslibConfig(files: string[], folder: string, tsconfigPath: string, texts: Set<string>): RslibConfig {
  const externalText: Rspack.ExternalItem = ({ context, request }, callback) => {
    if (!context || !request?.endsWith(BUNDLED)) return callback()
    const path = request.slice(0, -BUNDLED.length)
    texts.add(join(context, path))
    callback(undefined, `${path}.bundled.js`)
  }
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
      externals: [externalText],
      sourceMap: true,
      // Minifying would remove the names of chunks, which are comments.
      minify: false,
    },
    // The cache is blind to changes of this file.
    performance: { buildCache: false },
    tools: {
      swc: { jsc: { transform: { react: { runtime: 'automatic' } } } },
      // URLs of files beside a module stay as they are, also those of workers.
      rspack: { module: { parser: { javascript: { worker: false } }, rules: [{ test: /./, parser: { url: false } }] } },
    },
  }
}

async function textOf(module: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [module],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    write: false,
  })
  return `export default ${JSON.stringify(outputFiles[0]?.text)}\n`
}
