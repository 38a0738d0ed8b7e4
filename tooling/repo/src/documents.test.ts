import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { newTab, renderTemplate } from '@canje/create-tab'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { findPackages, ROOT } from './workspace'

const Manifest = v.object({
  exports: v.optional(v.record(v.string(), v.string()), {}),
  scripts: v.optional(v.record(v.string(), v.string()), {}),
})

function git(...args: string[]): string[] {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
}
const files = git('ls-files', '--cached', '--others', '--exclude-standard')
const paths = new Set(files.flatMap((file) => [file, ...foldersOf(file)]))
const fileNames = new Set(files.map((file) => posix.basename(file)))
/** The pages about this repository: the template's are about another one. */
const pages = files.filter((file) => file.endsWith('.md') && !file.includes('/template/'))

const packages = findPackages().map(({ name, directory }) => ({ name, ...manifestOf(directory) }))
/** Of a created repository, which docs/kit.md describes. */
const created = renderTemplate(newTab('mf-premios', 'Premios', 6), 'standalone').get('package.json') ?? ''
const manifests = [manifestOf(ROOT), v.parse(Manifest, JSON.parse(created)), ...packages]
const scripts = new Set(manifests.flatMap((one) => Object.keys(one.scripts)))
/** Packages and their entry points, such as `release-store/testing`, with and without the scope. */
const entryPoints = new Set(
  packages
    .flatMap(({ name, exports }) => [name, ...Object.keys(exports).map((entry) => posix.join(name, entry))])
    .flatMap((entry) => [entry, `@canje/${entry}`, entry.replace('@canje/', '')]),
)

/** What pages name beside the files of this repository. */
const ELSEWHERE = [
  // Builds, and the data of a running product or of a release store
  /(^|\/)dist(\/|$)/,
  /^(DATA_DIR|database|keys|packed)\//,
  // A file of the remotes that need it
  /^tests\/stubs\.ts$/,
  // Packages of others, and media types
  /^@(?!canje\/)/,
  /^text\//,
]

function foldersOf(file: string): string[] {
  const folder = posix.dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

function manifestOf(directory: string): v.InferOutput<typeof Manifest> {
  return v.parse(Manifest, JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')))
}

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8')
const proseOf = (page: string) => read(page).replace(/^ *```.*?^ *```/gms, '')

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, match = '']) => match)
}

/** @param target such as `docs/kit.md#publishing-the-kit`, with the anchors that GitHub gives to headings */
function isTarget(target: string): boolean {
  const [path = '', anchor] = target.split('#')
  if (anchor === undefined) return paths.has(path)
  const headings = paths.has(path) ? matches(proseOf(path), /^#+ (.*)$/gm) : []
  return headings.some(
    (heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-') === anchor,
  )
}

function brokenLinks(page: string): string[] {
  const links = matches(proseOf(page), /\]\(([^)\s]+)\)/g).filter((link) => !/^[a-z]+:/.test(link))
  return links.filter((link) => {
    const target = link.startsWith('#') ? page + link : posix.join(posix.dirname(page), link)
    return !isTarget(target.replace(/\/$/, ''))
  })
}

/** @returns the paths in backticks that exist neither in the repository nor in the folder of the page or of a remote */
function missingPaths(page: string): string[] {
  const words = matches(proseOf(page), /`(\.?[\w@][\w@.*-]*(?:\/[\w@.:*-]+)*\/?)`/g)
  const folder = posix.dirname(page)
  const bases = ['', folder, posix.join(folder, 'src'), 'mf-codes', 'mf-users']
  return words.filter((word) => {
    const path = word.replace(/\/$/, '')
    if (ELSEWHERE.some((pattern) => pattern.test(path)) || entryPoints.has(path)) return false
    if (path.includes('/')) return !bases.some((base) => isPath(posix.join(base, path)))
    return /\.(tsx?|mjs|md)$/.test(path) && !path.includes('*') && !fileNames.has(path)
  })
}

/** @param path in which `*` stands for a part of a name */
function isPath(path: string): boolean {
  if (!path.includes('*')) return paths.has(path)
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)
  return [...paths].some((one) => pattern.test(one))
}

describe.each(pages)('%s', (page) => {
  it('links to files and headings that exist', () => {
    expect(brokenLinks(page)).toEqual([])
  })

  it('names paths that exist', () => {
    expect(missingPaths(page)).toEqual([])
  })

  it('names npm scripts that exist', () => {
    const named = matches(read(page), /\bnpm run (?:--?\w+ )*([a-z][\w:-]*)/g)
    expect(named.filter((script) => !scripts.has(script))).toEqual([])
  })
})

it('has every page that the code names', () => {
  const named = git('grep', '--untracked', '-ohE', 'docs/[a-z-]+\\.md(#[a-z0-9-]+)?', '--', ':!*.md')
  expect([...new Set(named)].filter((target) => !isTarget(target))).toEqual([])
})
