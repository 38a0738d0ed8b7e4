import { type KitPackage, publicExports, publishedFiles } from './kit-packages'

/**
 * The package.json of a published package, with paths of compiled files. Their declarations are beside them.
 *
 * @param additions such as `canje`
 */
export function publishedManifest(one: KitPackage, additions: object = {}): object {
  const manifest = {
    ...one.manifest,
    engines: { node: '>=20.19.0' },
    exports: { ...publicExports(one), './package.json': './package.json' },
    files: ['dist', 'src', 'CHANGELOG.md', ...publishedFiles(one)],
    ...additions,
  }
  return JSON.parse(JSON.stringify(manifest), (_key, value) =>
    typeof value === 'string' ? compiledPath(value) : value,
  )
}

/** `./dist/index.js` of `./src/index.ts`; any other text as it is. */
function compiledPath(path: string): string {
  return path.startsWith('./src/') ? path.replace('./src/', './dist/').replace(/\.(tsx?|mjs)$/, '.js') : path
}
