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

/** The lines of the list in docs/architecture.md: package, what it imports. */
function documentedGraph(): string[][] {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const section = page.split('\n## Package graph\n')[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^- (`[^`]+`)(?: \(([^)]+)\))?: /gm)].map(([, name = '', imports = '–']) => [
    name,
    imports,
  ])
}

/** The same from every package.json; the remotes share one line. */
function declaredGraph(): string[][] {
  const imports = new Map<string, string[]>()
  for (const one of packages) {
    const manifest = JSON.parse(readFileSync(join(one.directory, 'package.json'), 'utf8'))
    const { dependencies, optionalDependencies, peerDependencies } = v.parse(Manifest, manifest)
    const name = isRemote(one) ? 'mf-*' : one.name
    const declared = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    imports.set(name, [...new Set([...(imports.get(name) ?? []), ...declared])])
  }
  return [...imports].map(([name, dependencies]) => [withoutScope(name), listed(dependencies)])
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
