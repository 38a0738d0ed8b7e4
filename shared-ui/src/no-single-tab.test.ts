import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = import.meta.dirname
const ROOT = join(SOURCES, '../..')

/** The code of files without comments, which may give examples. */
function codeOf(path: string): string {
  const withoutBlocks = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return withoutBlocks.replaceAll(/(?<=^|\s)\/\/.*/gm, '')
}

const isSource = (path: string) => !/\.test\.|(^|[/\\])testing[/\\]/.test(path)
const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && isSource(path))
    .map((path) => join(folder, path))

/** Case, accents and the plural do not matter. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const singular = (text: string) => plain(text).replace(/s$/, '')

/** The texts of some code: string literals and the texts of elements. */
function textsOf(code: string): string[] {
  return [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`|>([^<>{}]+)</g)].map((groups) => groups.slice(1).join(''))
}

const folders = readdirSync(ROOT).filter((name) => name.startsWith('mf-'))
const remotes = folders.flatMap((name) => sourcesIn(join(ROOT, name, 'src'))).map(codeOf)
/** What every remote declares of its lists. */
const lists = remotes.flatMap((code) => {
  const [, path, columns] = /\blistOf\(\{\n {2}path: '(\w+)',[\s\S]*?columns: \{\n([\s\S]*?)\n {2}\}/.exec(code) ?? []
  if (!path || !columns) return []
  const fields = [...columns.matchAll(/^ {4}(\w+):/gm)].map(([, field = '']) => field)
  const headers = [...columns.matchAll(/(?:header: |^ {4}\w+: )'([^']+)'/gm)].map(([, header = '']) => header)
  return [{ path, fields, headers }]
})
const labels = folders.map((name) => JSON.parse(readFileSync(join(ROOT, name, 'package.json'), 'utf8')).canje.tab.label)

/** Endpoints and parameters: a name in capitals and small letters is none of a library's. */
const calls = remotes.flatMap((code) =>
  [...code.matchAll(/\b((?:Select|Insert|Delete|Restore)[A-Z]\w+|prm\w+)\b/g)].map(([name]) => name),
)
/** Fields of several words, which no other code has by chance; 'date' or 'count' may be anything. */
const fields = lists.flatMap((list) => list.fields).filter((field) => /_|[a-z][A-Z]/.test(field))
/** The labels of tabs, and the headers that one list has alone or that have several words. */
const words = (() => {
  const all = lists.flatMap((list) => [...new Set(list.headers.map(singular))])
  const own = all.filter(
    (header) => header.includes(' ') || (header.length > 3 && all.filter((one) => one === header).length === 1),
  )
  return [...new Set([...labels.map(singular), ...own])]
})()
/** Sentences of remotes. */
const sentences = remotes.flatMap(textsOf).filter((text) => /\p{L}+ \p{L}+ \p{L}+/u.test(text) && !text.includes('${'))

/** What some code has of a single tab. */
function findingsOf(code: string): string[] {
  const texts = textsOf(code)
  const isWord = (name: string) => new RegExp(`\\b${name}\\b`).test(code)
  const isSaid = (word: string) => texts.some((text) => new RegExp(`\\b${word}s?\\b`).test(plain(text)))
  const isRepeated = (sentence: string) => texts.some((text) => text.includes(sentence))
  return [
    ...new Set([
      ...calls.filter(isWord),
      ...fields.filter(isWord),
      ...words.filter(isSaid),
      ...sentences.filter(isRepeated),
    ]),
  ]
}

const files = sourcesIn(SOURCES)

it('knows lists, labels and sentences of every remote', () => {
  expect(new Set(lists.map(({ path }) => path)).size).toBeGreaterThanOrEqual(labels.length)
  expect(labels.length).toBeGreaterThanOrEqual(5)
  expect(fields).toContain('referral_name')
  expect(words).toEqual(expect.arrayContaining(['puntaje', 'codigo', 'punto de venta', 'telefono']))
  expect(sentences).toContain('debe ingresar un nombre o un número de teléfono.')
})

it.each([
  "load('SelectScores')",
  'const data = { prmNameOrPhone: text }',
  'row.referral_name',
  "const label = 'Filtrar Puntaje'",
  '<p>Todavía no hay codigos.</p>',
  "notify({ detail: 'debe ingresar un nombre o un número de teléfono.' })",
  '<label>Teléfono</label>',
])('finds a single tab in %s', (code) => {
  expect(findingsOf(code)).not.toEqual([])
})

/** The words of links from before the slots, which staff have saved. */
const EARLIER_LINKS: Readonly<Record<string, readonly string[]>> = { 'view/detail-link.ts': ['usuario'] }

it('finds no endpoint, field or sentence of a single tab in this package', () => {
  const findings = files.map((path) => [relative(SOURCES, path), findingsOf(codeOf(path))] as const)
  expect(Object.fromEntries(findings.filter(([, found]) => found.length > 0))).toEqual(EARLIER_LINKS)
})
