import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path/posix'
import { build } from 'esbuild'

/** A relative path in an import, in the URL of a file beside the module, or in a style sheet. */
const REFERENCE = /(\b(?:from|import)\s*\(?\s*(?:\/\*[^*]*\*\/\s*)?|\bnew URL\()(['"])(\.{1,2}\/[^'"]+)\2/g
/** For this repository's compiler only. */
const TYPE_REFERENCE = /^\/\/\/ <reference path=.*\n/gm
const COMMENT = /^\s*(\*|\/[*/])/
const TEXT = /\.(js|mjs|css|d\.ts|d\.mts)$/
/** Marks an import of a module as the text of one script (`tooling/build-config/src/bundled-text-loader.mjs`). */
const BUNDLED = '?bundled'

/** Where one package's files are. */
export interface Folders {
  /** Absolute path of the sources, with style sheets and plain JavaScript. */
  sources: string
  /** Absolute path of the compiled sources. */
  compiled: string
}

/**
 * Collects entry points and everything that they reach by relative paths. The paths are completed, because Node.js
 * requires file extensions, and scripts in `?bundled` imports become modules of their own.
 *
 * @param entries source files, such as `index.ts`, relative to the sources
 * @returns contents by path
 * @throws Error when a path leads to no file
 */
export async function moduleFiles(folders: Folders, entries: string[]): Promise<Map<string, string | Buffer>> {
  const files = new Map<string, string | Buffer>()
  const bundled = new Set<string>()
  const modules = new Set(entries.map((entry) => resolveModule(folders, entry)))
  // A Set's iteration includes items added during the loop.
  for (const module of modules) {
    const complete = (path: string) => {
      const target = resolveModule(folders, join(dirname(module), path.replace(BUNDLED, '')))
      if (!path.endsWith(BUNDLED)) {
        modules.add(target)
        return specifier(module, target)
      }
      bundled.add(target)
      return specifier(module, bundledName(target))
    }
    for (const name of [module, declarationsOf(module)]) {
      const file = fileOf(folders, name)
      if (file) files.set(name, contentOf(file, complete))
    }
  }
  for (const module of bundled)
    files.set(bundledName(module), await bundledModule(join(folders.sources, module.replace(/\.js$/, '.ts'))))
  return files
}

/** `rows/columns` is `rows/columns.js`, and `host` is `host/index.js`. */
function resolveModule(folders: Folders, path: string): string {
  const candidates = [path.replace(/\.tsx?$/, '.js'), `${path}.js`, `${path}/index.js`]
  const found = candidates.find((name) => /\.\w+$/.test(name) && fileOf(folders, name))
  if (found) return found
  throw new Error(`${join(folders.sources, path)} is imported, but it does not exist.`)
}

function declarationsOf(module: string): string {
  return module.replace(/\.js$/, '.d.ts').replace(/\.mjs$/, '.d.mts')
}

function fileOf({ sources, compiled }: Folders, name: string): string | undefined {
  return [join(compiled, name), join(sources, name)].find((file) => existsSync(file))
}

function contentOf(file: string, complete: (path: string) => string): string | Buffer {
  const content = readFileSync(file)
  if (!TEXT.test(file)) return content
  const lines = content.toString().replace(TYPE_REFERENCE, '').split('\n')
  const completed = lines.map((line) => (COMMENT.test(line) ? line : completeLine(line, complete)))
  return completed.join('\n')
}

function completeLine(line: string, complete: (path: string) => string): string {
  return line.replace(
    REFERENCE,
    (_, before: string, quote: string, path: string) => before + quote + complete(path) + quote,
  )
}

function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

function bundledName(module: string): string {
  return module.replace(/\.js$/, '.bundled.js')
}

async function bundledModule(file: string): Promise<string> {
  const result = await build({
    entryPoints: [file],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    write: false,
  })
  return `export default ${JSON.stringify(result.outputFiles[0]?.text)}\n`
}
