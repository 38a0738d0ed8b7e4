import { expect, it } from 'vitest'
import type { KitPackage } from './kit-packages'
import { publishedManifest } from './package-manifest'

const one: KitPackage = {
  directory: '/repository/grid',
  manifest: {
    name: '@canje/grid',
    version: '1.2.0',
    license: 'MIT',
    bin: { grid: './src/grid.mjs' },
    exports: {
      '.': './src/index.ts',
      './cell': './src/cells/Cell.tsx',
      './grid.css': './src/grid.css',
      './testing': './src/testing.ts',
    },
    sideEffects: ['./src/start.ts', '**/*.css'],
    files: ['template'],
    dependencies: { axios: '1.0.0' },
    peerDependencies: { react: '^19.0.0' },
    canje: { privateExports: ['./testing'] },
  },
}

it('has paths of compiled files, and only public exports', () => {
  expect(publishedManifest(one, new Map(), { canje: { contentId: 'c' } })).toEqual({
    name: '@canje/grid',
    version: '1.2.0',
    license: 'MIT',
    type: 'module',
    engines: { node: '>=20.19.0' },
    bin: { grid: './dist/grid.mjs' },
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './cell': { types: './dist/cells/Cell.d.ts', default: './dist/cells/Cell.js' },
      './grid.css': './dist/grid.css',
      './package.json': './package.json',
    },
    sideEffects: ['./dist/start.js', '**/*.css'],
    files: ['dist', 'template'],
    dependencies: { axios: '1.0.0' },
    peerDependencies: { react: '^19.0.0' },
    canje: { contentId: 'c' },
  })
})

it.each([
  [
    "import axios from 'axios'",
    "import { useState } from 'react'",
    "import { join } from 'node:path'",
    "import './cell.js'",
  ],
  ["export * from '@canje/grid/cell'", "const jsx = import('react/jsx-runtime')", '@import "axios/theme.css";'],
])('accepts imports of listed packages, of Node.js and of itself: %s', (...lines) => {
  expect(() => publishedManifest(one, new Map([['index.js', lines.join('\n')]]))).not.toThrow()
})

it.each([
  ["import { Cell } from '@scope/cells/small'", '@scope/cells'],
  ["const load = () => import('zustand')", 'zustand'],
  ['export declare const store: import("zustand").Store', 'zustand'],
  ['@import "primeicons/primeicons.css";', 'primeicons'],
])('names a package that is imported but not listed: %s', (line, name) => {
  expect(() => publishedManifest(one, new Map([['index.js', line]]))).toThrow(
    `package.json of @canje/grid does not list ${name}.`,
  )
})
