import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = import.meta.dirname
const ROOT = join(SOURCES, '../..')

const labels = readdirSync(ROOT)
  .filter((name) => name.startsWith('mf-'))
  .map((name) => JSON.parse(readFileSync(join(ROOT, name, 'package.json'), 'utf8')).canje.tab.label)
/** An endpoint or a parameter of the info API, or the label of a tab. */
const OF_A_TAB = new RegExp(`\\b(?:(?:Select|Insert|Delete|Restore)[A-Z]\\w+|prm[A-Z]\\w+|${labels.join('|')})\\b`)

/** The code of a file without comments, which may give examples. */
function codeOf(path: string): string {
  const withoutBlocks = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return withoutBlocks.replaceAll(/(?<=^|\s)\/\/.*/gm, '')
}

it('names no endpoint, parameter or label of a single tab', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^testing/.test(path))
    .map((path) => join(SOURCES, path))
  expect(labels).toContain('Codigos')
  expect(files.filter((path) => OF_A_TAB.test(codeOf(path))).map((path) => relative(SOURCES, path))).toEqual([])
})
