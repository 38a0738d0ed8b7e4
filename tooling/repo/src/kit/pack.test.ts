import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { runChild } from '@canje/cli/project'
import { unmetRequirements } from '@canje/registry'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../workspace'
import { findKitPackages, sourceFiles } from './kit-packages'
import { packKit } from './pack'

const COMPILED = /^(LICENSE|CHANGELOG\.md|package\.json|(dist\/.+\.(js|d\.ts)(\.map)?)|src\/.+\.(tsx?|m?js))$/
/** What else a package contains. */
const OTHERS: Record<string, RegExp> = {
  '@canje/build': /^(tsconfig\.base\.json|assets\.d\.ts)$/,
  '@canje/create-tab': /^template\//,
  '@canje/reference-backend': /^openapi\.yaml$/,
  '@canje/shared-ui': /^(dist|src)\/theme(\/[\w-]+)?\.css$/,
  '@canje/shell': /^(dist|production)\/[\w.-]+\.(js|json|css|html|woff2?|ttf|eot|svg)$/,
}
const Listings = v.array(v.object({ name: v.string(), files: v.array(v.object({ path: v.string() })) }))
const SourceMap = v.object({ sources: v.array(v.string()) })
const Versions = v.optional(v.record(v.string(), v.string()), {})
const Manifest = v.object({
  exports: v.record(v.string(), v.unknown()),
  dependencies: Versions,
  peerDependencies: Versions,
})

/** The folder of `npm run kit`, which the browser tests publish next. */
const TARGET = join(ROOT, 'dist/kit')

let packed: Awaited<ReturnType<typeof packKit>>
/** The files that `npm publish` would upload, by package. */
let contents: Map<string, string[]>

beforeAll(async () => {
  packed = await packKit(TARGET, new AbortController().signal)
  const { output } = await runChild('npm', ['pack', '--dry-run', '--json', '--workspaces'], {
    cwd: TARGET,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const listings = v.parse(Listings, JSON.parse(output))
  contents = new Map(listings.map(({ name, files }) => [name, files.map(({ path }) => path)]))
})

const text = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

it('is packed from the present sources', () => {
  const stale = findKitPackages().flatMap((one) => {
    const folder = packed.find(({ name }) => name === one.manifest.name)?.directory ?? ''
    return sourceFiles(one).filter((file) => text(folder, relative(one.directory, file)) !== readFileSync(file, 'utf8'))
  })
  expect(stale).toEqual([])
})

it('contains compiled JavaScript with declarations, and nothing else', () => {
  const others = packed.flatMap(({ name }) => {
    const files = contents.get(name) ?? []
    expect(files.length, name).toBeGreaterThan(3)
    const extra = files.filter((path) => !COMPILED.test(path) && !OTHERS[name]?.test(path))
    return extra.map((path) => `${name}/${path}`)
  })
  expect(others).toEqual([])
})

it('contains no test and no path of this machine', () => {
  for (const { name, directory: folder } of packed) {
    const files = (contents.get(name) ?? []).filter((path) => /\.(js|ts|map|json|css|html)$/.test(path))
    const compiled = files.filter((path) => !path.startsWith('template/'))
    expect(compiled.filter((path) => path.includes('.test.'))).toEqual([])
    expect(files.filter((path) => text(folder, path).includes(ROOT)).map((path) => `${name}/${path}`)).toEqual([])
  }
})

/** A relative path in an import or a style sheet, or in the URL of a file beside the module. */
const RELATIVE = /(?:\b(?:from|import)\s*\(?\s*(?:\/\*[^*]*\*\/\s*)?|\bnew URL\()['"](\.{1,2}\/[^'"]+)['"]/g
/** The name of an entry, which Rspack completes. */
const COMPLETED = /\/react-refresh-bridge$/

function targetsOf(folder: string, path: string): string[] {
  if (path.endsWith('.map')) return v.parse(SourceMap, JSON.parse(text(folder, path))).sources
  const code = text(folder, path).replace(/^\s*(\*|\/[*/]).*$/gm, '')
  return [...code.matchAll(RELATIVE)].map(([, target = '']) => target)
}

it('contains every file that a module, a style sheet or a map leads to', () => {
  for (const { name, directory: folder } of packed.filter((one) => one.name !== '@canje/shell')) {
    const files = contents.get(name) ?? []
    const compiled = files.filter((path) => /^dist\/.*\.(js|ts|css|map)$/.test(path))
    const leads = compiled.flatMap((path) => targetsOf(folder, path).map((target) => join(dirname(path), target)))
    expect(leads.length).toBeGreaterThan(compiled.length / 2)
    const missing = leads.filter((path) => !files.includes(COMPLETED.test(path) ? `${path}.js` : path))
    expect(missing.map((path) => `${name}/${path}`)).toEqual([])
  }
})

describe('package.json', () => {
  it('has the versions of the sources, and needs no package that is not published', () => {
    const published = new Map(packed.map(({ name, version }) => [name, version]))
    for (const { directory: folder } of packed) {
      const manifest = v.parse(Manifest, JSON.parse(text(folder, 'package.json')))
      const dependencies = Object.entries(manifest.dependencies)
      const peers = Object.keys(manifest.peerDependencies).filter((name) => name.startsWith('@canje/'))
      expect(peers.filter((name) => !published.has(name))).toEqual([])
      for (const [name, range] of dependencies.filter(([name]) => name.startsWith('@canje/')))
        expect(unmetRequirements({ [name]: range }, Object.fromEntries(published))).toEqual([])
      expect(dependencies.filter(([name]) => ['workspace', 'kit'].includes(name))).toEqual([])
    }
  })

  it('exports files that exist', () => {
    for (const { directory: folder } of packed) {
      const { exports } = v.parse(Manifest, JSON.parse(text(folder, 'package.json')))
      const paths = Object.values(exports).flatMap((one) =>
        typeof one === 'string' ? [one] : Object.values(one ?? {}),
      )
      expect(paths.filter((path) => !existsSync(join(folder, path)))).toEqual([])
    }
  })

  it('identifies the code of shared-ui, so that other repositories can use the copy of the shell', () => {
    expect(JSON.parse(text(join(TARGET, 'shared-ui'), 'package.json'))).toMatchObject({
      canje: { contentId: expect.stringMatching(/^[\da-f]{12}$/) },
    })
  })
})
