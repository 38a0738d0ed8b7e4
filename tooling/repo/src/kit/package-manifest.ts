import { type KitPackage, type Manifest, publicExports, publishedFiles } from './kit-packages'

/**
 * The package in a bare import of code or style sheets, such as `react` in `react/jsx-runtime`. It matches no relative
 * path, and no `node:` module.
 */
const BARE_IMPORT =
  /\b(?:from|import|resolve)\s*\(?\s*(?:\/\*[^*]*\*\/\s*)?['"](@[\w-]+\/[\w.-]+|[a-z][\w.-]*)(?=['"/])/g

/**
 * The package.json of a published package, with paths of compiled files.
 *
 * @param files contents by path
 * @param additions such as `canje`
 * @throws Error naming the imported packages that the manifest of the sources does not list
 */
export function publishedManifest(
  one: KitPackage,
  files: Map<string, string | Buffer>,
  additions: object = {},
): object {
  const { name, version, license, bin, sideEffects, dependencies, peerDependencies } = one.manifest
  const used = usedPackages(files)
  const undeclared = [...used].filter(
    (needed) => needed !== name && !(needed in { ...dependencies, ...peerDependencies }),
  )
  if (undeclared.length > 0) throw new Error(`package.json of ${name} does not list ${undeclared.join(', ')}.`)
  return {
    name,
    version,
    license,
    type: 'module',
    engines: { node: '>=20.19.0' },
    ...(bin && {
      bin: Object.fromEntries(Object.entries(bin).map(([command, path]) => [command, compiledPath(path)])),
    }),
    exports: publishedExports(one),
    ...(sideEffects !== undefined && { sideEffects: publishedSideEffects(sideEffects) }),
    files: ['dist', ...publishedFiles(one)],
    dependencies,
    peerDependencies,
    ...additions,
  }
}

function publishedExports(one: KitPackage) {
  const entries = Object.entries(publicExports(one)).map(([name, path]) => [name, exportOf(path)])
  return Object.fromEntries([...entries, ['./package.json', './package.json']])
}

function exportOf(path: string): string | { types: string; default: string } {
  const file = compiledPath(path)
  if (!/\.m?js$/.test(file)) return file
  return { types: file.replace(/\.js$/, '.d.ts').replace(/\.mjs$/, '.d.mts'), default: file }
}

function publishedSideEffects(sideEffects: NonNullable<Manifest['sideEffects']>) {
  return typeof sideEffects === 'boolean' ? sideEffects : sideEffects.map(compiledPath)
}

/** `./dist/index.js` of `./src/index.ts`; any other file as it is. */
function compiledPath(path: string): string {
  return path.startsWith('./src/') ? path.replace('./src/', './dist/').replace(/\.tsx?$/, '.js') : path
}

/** Imports of types count: a compiler needs those packages too. */
function usedPackages(files: Map<string, string | Buffer>): Set<string> {
  const texts = [...files].flatMap(([, content]) => (typeof content === 'string' ? [content] : []))
  return new Set(texts.flatMap((text) => [...text.matchAll(BARE_IMPORT)].map(([, name = '']) => name)))
}
