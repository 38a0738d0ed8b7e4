import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { expect, it } from 'vitest'

/** A folder imports only itself and those before it. */
const ORDER = ['words', 'rows', 'view', 'state', 'components', 'components/view-bar', 'details', 'table']
/** For the shell: they import none of the others, and none imports them. */
const APART = ['host', 'theme']

const SOURCES = import.meta.dirname
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^testing\//.test(path))

const folderOf = (path: string) => dirname(path)

/** The folders of the relative imports in a file, also of types and of code that loads on demand. */
function importedFolders(path: string): string[] {
  const code = readFileSync(join(SOURCES, path), 'utf8')
  const imports = code.matchAll(/\b(?:from|import)\s*\(?\s*(?:\/\*.*?\*\/\s*)?'(\.[^']+)'/g)
  return [...imports].map(([, target = '']) => {
    return folderOf(
      relative(SOURCES, join(SOURCES, folderOf(path), target))
        .split(sep)
        .join('/'),
    )
  })
}

function isAllowed(from: string, to: string): boolean {
  if (from === to || from === '.') return true
  if (APART.includes(from) || APART.includes(to)) return false
  return ORDER.indexOf(to) < ORDER.indexOf(from)
}

it('lists every folder with code', () => {
  const folders = new Set(files.map(folderOf))
  expect([...folders].filter((folder) => ![...ORDER, ...APART, '.'].includes(folder))).toEqual([])
  expect(ORDER.filter((folder) => !folders.has(folder))).toEqual([])
})

it('has imports in its order only', () => {
  const upwards = files.flatMap((path) =>
    importedFolders(path)
      .filter((folder) => !isAllowed(folderOf(path), folder))
      .map((folder) => `${path} imports ${folder}`),
  )
  expect(upwards).toEqual([])
})
