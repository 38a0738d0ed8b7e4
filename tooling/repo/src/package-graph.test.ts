import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRemote } from '@canje/cli/project'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { findPackages, ROOT } from './workspace'

const Manifest = v.object({
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
  peerDependencies: v.optional(v.record(v.string(), v.string()), {}),
  devDependencies: v.optional(v.record(v.string(), v.string()), {}),
})
const packages = findPackages()
const names = packages.map(({ name }) => name)

/** The packages of this repository among the dependencies, as the table writes them: without their scope. */
function listed(dependencies: string[]): string {
  const ours = dependencies.filter((name) => names.includes(name)).map(withoutScope)
  return ours.sort().join(', ') || '–'
}

function withoutScope(name: string): string {
  return `\`${name.replace('@canje/', '')}\``
}

/** The rows of the table in docs/architecture.md: package, may import, its tests may also import. */
function documentedGraph(): string[][] {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const section = page.split('\n## Package graph\n')[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
  return cells.map(([, name = '', , imports = '', tests = '']) => [name, imports, tests])
}

/** The same rows from every package.json; the remotes share one. */
function declaredGraph(): string[][] {
  const rows = new Map<string, v.InferOutput<typeof Manifest>>()
  for (const one of packages) {
    const manifest = JSON.parse(readFileSync(join(one.directory, 'package.json'), 'utf8'))
    const { dependencies, optionalDependencies, peerDependencies, devDependencies } = v.parse(Manifest, manifest)
    const name = isRemote(one) ? 'mf-*' : one.name
    const others = rows.get(name)
    rows.set(name, {
      dependencies: { ...others?.dependencies, ...dependencies, ...optionalDependencies },
      optionalDependencies: {},
      peerDependencies: { ...others?.peerDependencies, ...peerDependencies },
      devDependencies: { ...others?.devDependencies, ...devDependencies },
    })
  }
  return [...rows].map(([name, { dependencies, peerDependencies, devDependencies }]) => {
    const imports = Object.keys({ ...dependencies, ...peerDependencies })
    // Peers are installed for development too.
    const tests = Object.keys(devDependencies).filter((dependency) => !imports.includes(dependency))
    return [withoutScope(name), listed(imports), listed(tests)]
  })
}

it('documents the package graph as package.json declares it, which the linter enforces', () => {
  expect(documentedGraph().sort()).toEqual(declaredGraph().sort())
})

it('has no cycle among the packages that product code may import', () => {
  const graph = new Map(documentedGraph().map(([name = '', imports = '']) => [name, imports.split(', ')]))
  const reaches = (from: string, target: string, seen = new Set<string>()): boolean =>
    (graph.get(from) ?? []).some((next) => {
      if (next === target) return true
      return !seen.has(next) && reaches(next, target, seen.add(next))
    })
  expect([...graph.keys()].filter((name) => reaches(name, name))).toEqual([])
})
