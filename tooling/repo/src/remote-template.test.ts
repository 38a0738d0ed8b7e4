import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requirePackage } from '@canje/build'
import { findRemotes, readPackage } from '@canje/cli/project'
import { type NewTab, newTab, problemsOf, renderTemplate } from '@canje/create-tab'
import { Label, Name } from '@canje/registry'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ROOT } from './workspace'

const premios: NewTab = { name: 'mf-premios', id: 'premios', label: 'Premios', order: 6, kind: 'table' }
const Manifest = v.looseObject({ version: v.string(), canje: v.object({ tab: v.looseObject({}) }) })
const Versions = v.record(v.string(), v.string())
const Tab = v.object({ id: v.string(), label: v.string(), order: v.number() })

function rendered(remote: NewTab, path: string): string {
  return renderTemplate(remote, 'repository').get(path) ?? `The template has no ${path}.`
}

/** The part of a package.json that every remote has: all but its version, its tab and the minor of the contract. */
function boilerplateOf(manifest: string) {
  const { version, canje, ...boilerplate } = v.parse(
    Manifest,
    JSON.parse(manifest.replace(/(?<="@canje\/shared-auth": "\^\d+\.)\d+/, '0')),
  )
  return boilerplate
}

describe.each(findRemotes(ROOT).map((remote) => [remote.name, remote] as const))('%s', (name, { directory, tab }) => {
  const remote = { name, kind: 'table', ...v.parse(Tab, tab) }
  const own = (path: string) => readFileSync(join(directory, path), 'utf8')

  it.each(['rspack.config.ts', 'tsconfig.json'])('has the %s of the template', (path) => {
    expect(own(path)).toBe(rendered(remote, path))
  })

  it('extends the package.json of the template', () => {
    expect(boilerplateOf(own('package.json'))).toMatchObject(boilerplateOf(rendered(remote, 'package.json')))
  })

  it('has the vitest.config.ts of the template, optionally with options', () => {
    const lines = rendered(remote, 'vitest.config.ts').replace('()', '(').trim().split('\n')
    for (const line of lines) expect(own('vitest.config.ts')).toContain(line)
  })

  it('has its tab, README and tests in the paths of the template', () => {
    expect(own('README.md')).toContain(`\`npm run dev -w ${name}\` runs it alone`)
    expect(own('src/Tab.tsx')).not.toBe('')
    expect(readdirSync(join(directory, 'tests'))).toContainEqual(expect.stringMatching(/\.test\.tsx?$/))
  })
})

it('creates tabs within the bounds of the registry', () => {
  const longest = newTab(`mf-${'a'.repeat(61)}`, `Co\u0301digos ${'b'.repeat(32)}`, 1)
  expect(problemsOf(longest)).toEqual([])
  expect(v.is(Name, longest.name) && v.is(Label, longest.label)).toBe(true)
})

it('pins the versions of this repository for a repository of its own', () => {
  const installed = (name: string) => requirePackage(name, ROOT).manifest.version
  const Standalone = v.object({ dependencies: Versions, devDependencies: Versions })
  const text = renderTemplate({ ...premios, kind: 'chart' }, 'standalone').get('package.json') ?? ''
  const { dependencies, devDependencies } = v.parse(Standalone, JSON.parse(text))
  const shell = readPackage(join(ROOT, 'shell')).version
  const { '@canje/shared-auth': contract, ...others } = { ...dependencies, ...devDependencies }
  for (const [name, version] of Object.entries(others))
    expect([name, version]).toEqual([name, name === '@canje/shell' ? shell : installed(name)])
  // A minor of the contract does not change the kit.
  expect(contract).toMatch(/^\^\d+\.\d+\.0$/)
})

it('fills in every placeholder', () => {
  const files = renderTemplate(premios, 'repository')
  expect(files.size).toBeGreaterThan(8)
  for (const [path, text] of files) expect(`${path}\n${text}`).not.toMatch(/\{\{|\.template/)
})

// Build ids depend on the bytes of the sources.
it.each([
  ['this repository', readFileSync(join(ROOT, '.gitattributes'), 'utf8')],
  ['a repository of its own', renderTemplate(premios, 'standalone').get('.gitattributes')],
])('has the same line ends in every clone of %s', (_repository, attributes) => {
  expect(attributes).toMatch(/^\* text=auto eol=lf$/m)
})
