import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { KINDS, renderTemplate } from '@canje/create-tab'
import { satisfies, valid } from 'semver'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { ROOT } from './workspace'

const PERMISSIVE = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
  'PostgreSQL',
  'Python-2.0',
  'PSF-2.0',
  'CC0-1.0',
]

/** The browsers that a build tool knows. An optional peer of a shipped package installs it too. */
const DATA_OF_A_TOOL = 'caniuse-lite'
/** An optional peer: teams and this repository install it for their checks, and no package contains it. */
const OPTIONAL_PEER = 'axe-core'

const WithScripts = v.object({
  allowScripts: v.record(v.string(), v.boolean()),
  engines: v.object({ npm: v.string() }),
})

const Versions = v.optional(v.record(v.string(), v.string()), {})
const WithVersions = v.object({ dependencies: Versions, devDependencies: Versions, optionalDependencies: Versions })

const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      integrity: v.optional(v.string()),
      license: v.optional(v.string()),
      dev: v.optional(v.boolean()),
      link: v.optional(v.boolean()),
      resolved: v.optional(v.string()),
      hasInstallScript: v.optional(v.boolean()),
      engines: v.optional(v.record(v.string(), v.string()), {}),
      dependencies: Versions,
      devDependencies: Versions,
      optionalDependencies: Versions,
      peerDependencies: Versions,
      peerDependenciesMeta: v.optional(v.record(v.string(), v.object({ optional: v.boolean() })), {}),
    }),
  ),
})
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const tab = { name: 'mf-premios', id: 'premios', label: 'Premios', order: 6, kind: 'chart' }
const template = renderTemplate(tab, 'standalone')
const { packages } = v.parse(Lock, JSON.parse(read('package-lock.json')))
const fromRegistry = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
const shipped = fromRegistry.filter(
  ([path, { dev }]) => !dev && ![DATA_OF_A_TOOL, OPTIONAL_PEER].includes(nameOf(path)),
)
const ours = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'))

/** One permissive choice is enough, as in `(MIT OR Apache-2.0)`. */
function isPermissive(license = 'none'): boolean {
  return license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => PERMISSIVE.includes(choice))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

it('ships only packages with permissive licences', () => {
  expect(shipped.length).toBeGreaterThan(50)
  const others = shipped.filter(([, { license }]) => !isPermissive(license))
  expect(others.map(([path, { license }]) => `${path}: ${license ?? 'none'}`)).toEqual([])
})

it('has the MIT licence in every package', () => {
  expect(ours.length).toBeGreaterThan(10)
  expect(ours.filter(([, { license }]) => license !== 'MIT').map(([path]) => path)).toEqual([])
  expect(readFileSync(join(ROOT, 'LICENSE'), 'utf8')).toMatch(/^MIT License\n/)
})

it('pins the contents of every package', () => {
  const unpinned = fromRegistry.filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z\d+/]{86}==$/.test(integrity))
  expect(unpinned.map(([path]) => path)).toEqual([])
})

it.each<[string, object, string]>([
  ['this repository', JSON.parse(read('package.json')), read('.npmrc')],
  ['the template', JSON.parse(template.get('package.json') ?? ''), template.get('.npmrc') ?? ''],
])('installs the tools of %s in production too, and denies install scripts by name', (_name, manifest, npmrc) => {
  const { allowScripts, engines } = v.parse(WithScripts, manifest)
  const scripted = fromRegistry.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path))
  expect(scripted.length).toBeGreaterThan(0)
  expect(Object.keys(allowScripts)).toEqual(expect.arrayContaining(scripted))
  // A name without a version, so that an update does not run them.
  expect(Object.entries(allowScripts).filter(([name, allowed]) => allowed || /.@/.test(name))).toEqual([])
  expect(npmrc).toMatch(/^include=dev$/m)
  expect(npmrc).toMatch(/^strict-allow-scripts=true$/m)
  expect(npmrc).not.toContain('ignore-scripts')
  expect(engines.npm).toMatch(/^>=\d/)
})

it.each([
  ['primereact', /^10\./],
  ['primeicons', /^7\./],
])('stays on the last free major version of %s', (name, version) => {
  const installed = shipped.filter(([path]) => path.endsWith(`node_modules/${name}`))
  expect(installed.map(([, found]) => found.version)).toEqual([expect.stringMatching(version)])
})

/** Where a package of the lock file finds a dependency; its own folder first. */
function resolveFrom(path: string, name: string): string {
  const folder = `${path}/node_modules/${name}`.replace(/^\//, '')
  if (packages[folder]) return packages[folder].resolved ?? folder
  if (path === '') throw new Error(`${name} is not in package-lock.json.`)
  return resolveFrom(path.replace(/(^|\/)(node_modules\/)?(@[^/]+\/)?[^/]+$/, ''), name)
}

it('states the one version of every package that a publishing job installs, without optional ones', () => {
  const installed = new Set(['tooling/cli'])
  for (const path of installed)
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) installed.add(resolveFrom(path, name))
  expect(installed.size).toBeGreaterThan(15)
  const found = [...installed].flatMap((path) => packages[path] ?? [])
  const stated = new Set(
    found.flatMap(({ dependencies }) =>
      Object.entries(dependencies).flatMap(([name, range]) => (valid(range) ? name : [])),
    ),
  )
  const ranges = found.flatMap(({ dependencies }) => Object.keys(dependencies).filter((name) => !stated.has(name)))
  expect(ranges).toEqual([])
  const peers = found.flatMap(({ peerDependencies, peerDependenciesMeta }) =>
    Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
  )
  expect(peers).toEqual([])
})

it('has one version of each dependency', () => {
  const manifests = ours.map(([path]) => JSON.parse(read(join(path, 'package.json'))))
  const templates = (['standalone', 'repository'] as const).flatMap((place) =>
    KINDS.map((kind) => JSON.parse(renderTemplate({ ...tab, kind }, place).get('package.json') ?? '')),
  )
  const versions = new Map<string, Set<string>>()
  for (const manifest of [...manifests, ...templates]) {
    const { dependencies, devDependencies, optionalDependencies } = v.parse(WithVersions, manifest)
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      if (!name.startsWith('@canje/')) versions.set(name, (versions.get(name) ?? new Set()).add(version))
  }
  expect(versions.size).toBeGreaterThan(50)
  const several = [...versions].filter(([, found]) => found.size > 1)
  expect(several.map(([name, found]) => `${name}: ${[...found].join(', ')}`)).toEqual([])
})

it('installs on the oldest Node.js that the product supports', () => {
  const excluding = fromRegistry.filter(([, { engines }]) => engines.node && !satisfies('20.19.0', engines.node))
  expect(excluding.map(([path, { engines }]) => `${path}: ${engines.node}`)).toEqual([])
})

it('gives tabs of other repositories the versions that hold a dependency back for it', () => {
  const { overrides } = v.parse(v.object({ overrides: Versions }), JSON.parse(template.get('package.json') ?? ''))
  const { overrides: ours } = v.parse(
    v.object({ overrides: v.looseObject({ cookie: v.string() }) }),
    JSON.parse(read('package.json')),
  )
  expect(overrides).toEqual({ cookie: ours.cookie })
})
