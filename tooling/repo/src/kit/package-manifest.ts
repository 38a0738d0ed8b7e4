import { type KitPackage, type Manifest, publicExports, publishedFiles } from './kit-packages'

/**
 * The package.json of a published package, with paths of compiled files.
 *
 * @param additions such as `canje`
 */
export function publishedManifest(one: KitPackage, additions: object = {}): object {
  const { bin, sideEffects, files, exports, ...manifest } = one.manifest
  return {
    ...manifest,
    type: 'module',
    engines: { node: '>=20.19.0' },
    ...(bin && {
      bin: Object.fromEntries(Object.entries(bin).map(([command, path]) => [command, compiledPath(path)])),
    }),
    exports: publishedExports(one),
    ...(sideEffects !== undefined && { sideEffects: publishedSideEffects(sideEffects) }),
    files: ['dist', 'src', 'CHANGELOG.md', ...publishedFiles(one)],
    ...additions,
  }
}

function publishedExports(one: KitPackage) {
  const entries = Object.entries(publicExports(one)).map(([name, path]) => [name, exportOf(path)])
  return Object.fromEntries([...entries, ['./package.json', './package.json']])
}

function exportOf(path: string): string | { types: string; default: string } {
  const file = compiledPath(path)
  const isTyped = /\.(tsx?|js)$/.test(path) && file.endsWith('.js')
  return isTyped ? { types: file.replace(/\.js$/, '.d.ts'), default: file } : file
}

function publishedSideEffects(sideEffects: NonNullable<Manifest['sideEffects']>) {
  return typeof sideEffects === 'boolean' ? sideEffects : sideEffects.map(compiledPath)
}

/** `./dist/index.js` of `./src/index.ts`; any other file as it is. */
function compiledPath(path: string): string {
  return path.startsWith('./src/') ? path.replace('./src/', './dist/').replace(/\.(tsx?|mjs)$/, '.js') : path
}
