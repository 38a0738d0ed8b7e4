import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

/** A folder imports only itself and those before it; the last ones are for the shell. */
const ORDER = ['words', 'rows', 'view', 'state', 'components', 'components/view-bar', 'details', 'table', 'host']

const SOURCES = import.meta.dirname

/** The folders of the relative imports in a file, also of types and of code that loads on demand. */
function importedFolders(path: string): string[] {
  const code = readFileSync(join(SOURCES, path), 'utf8')
  const imports = code.matchAll(/\b(?:from|import)\s*\(?\s*(?:\/\*.*?\*\/\s*)?'(\.[^']+)'/g)
  return [...imports].map(([, target = '']) => dirname(relative(SOURCES, join(SOURCES, dirname(path), target))))
}

it('has imports in the order of its folders only', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^testing/.test(path))
    .filter((path) => dirname(path) !== '.')
  expect(new Set(files.map(dirname))).toEqual(new Set(ORDER))
  const upwards = files.flatMap((path) =>
    importedFolders(path)
      .filter((folder) => !ORDER.slice(0, ORDER.indexOf(dirname(path)) + 1).includes(folder))
      .map((folder) => `${path} imports ${folder}`),
  )
  expect(upwards).toEqual([])
})
