import { expect, it } from 'vitest'
import type { KitPackage } from './kit-packages'
import { publishedManifest } from './package-manifest'

const one: KitPackage = {
  directory: '/repository/grid',
  manifest: {
    name: '@canje/grid',
    version: '1.2.0',
    license: 'MIT',
    type: 'module',
    bin: { grid: './src/grid.mjs' },
    exports: {
      '.': './src/index.ts',
      './cell': './src/cells/Cell.tsx',
      './grid.css': './src/grid.css',
      './testing': './src/testing/index.ts',
    },
    sideEffects: ['./src/start.ts', '**/*.css'],
    files: ['template'],
    dependencies: { axios: '1.0.0' },
    peerDependencies: { react: '^19.0.0' },
    optionalDependencies: { ora: '2.0.0' },
  },
}

it('has paths of compiled files, and only public exports', () => {
  expect(publishedManifest(one, { canje: { contentId: 'c' } })).toEqual({
    name: '@canje/grid',
    version: '1.2.0',
    license: 'MIT',
    type: 'module',
    engines: { node: '>=20.19.0' },
    bin: { grid: './dist/grid.js' },
    exports: {
      '.': './dist/index.js',
      './cell': './dist/cells/Cell.js',
      './grid.css': './dist/grid.css',
      './package.json': './package.json',
    },
    sideEffects: ['./dist/start.js', '**/*.css'],
    files: ['dist', 'src', 'CHANGELOG.md', 'template'],
    dependencies: { axios: '1.0.0' },
    optionalDependencies: { ora: '2.0.0' },
    peerDependencies: { react: '^19.0.0' },
    canje: { contentId: 'c' },
  })
})
